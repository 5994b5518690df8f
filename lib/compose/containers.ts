import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Health } from '#lib/platform/model/health.ts'
import type { Env } from '#lib/platform/server/env/env.ts'
import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import { container } from '#runner/contract/runtimes.ts'
import { sha256 } from '#runner/core/hash.ts'
import type { Clock, Log } from '#runner/core/ports.ts'
import { type ContainerRuntime, createContainerRuntime } from '#runner/runtimes/container/create-container-runtime.ts'
import { createSkillImages } from '#runner/runtimes/container/create-skill-images.ts'
import { engineAbsence } from '#runner/runtimes/container/engine-absence.ts'

/** The container runtime as configured. */
export type Containers = AsyncDisposable & {
  /** Absent: containers are switched off, or there is no usable engine. */
  readonly runtime: ContainerRuntime | undefined
  /** The last known state. Does not wait. */
  status(): Health['containers']
}

type ContainersOptions = {
  readonly env: Pick<Env, 'containers' | 'dataDir' | 'baseImage'>
  readonly projectRoot: string
  readonly instanceId: string
  readonly liveInstances: (candidates: readonly string[]) => Promise<ReadonlySet<string>>
  readonly clock: Clock
  readonly log: Log
}

/** Starts nothing until a skill or the runtime's `status` needs it. */
export function openContainers(options: ContainersOptions): Containers {
  const { env, projectRoot } = options
  const { mode, engine, subnets, atOnce, memoryMb } = env.containers
  if (mode === 'off') {
    return without('it is switched off (TRAVEL_CONTAINER_RUNTIME=off)', 'unset TRAVEL_CONTAINER_RUNTIME')
  }
  if (engine === undefined) {
    return without('DOCKER_HOST is not the address of a socket or a plain port', 'use unix:// or tcp://')
  }
  const runtime = createContainerRuntime({
    workerPath: join(projectRoot, 'runner/runtimes/container/worker.ts'),
    engine,
    absence: () => engineAbsence(engine),
    egress: mode === 'auto' ? container.egress : [mode],
    caFolder: join(env.dataDir, 'container-ca'),
    socketRoot: socketRootOf(env.dataDir, options.instanceId),
    instance: options.instanceId,
    liveInstances: options.liveInstances,
    loadImages: (signal) => createSkillImages({ projectDir: projectRoot, operatorBase: env.baseImage, engine, signal }),
    imagesCommand: travelCommand('skill images'),
    clock: options.clock,
    log: options.log,
    ...(subnets === undefined ? {} : { subnets }),
    ...(atOnce === undefined ? {} : { containers: atOnce }),
    ...(memoryMb === undefined ? {} : { memoryMb }),
  })
  return {
    runtime,
    status: () => {
      const known = runtime.known()
      if (known === undefined) return { status: 'starting' }
      if (known.kind === 'on') return { status: 'on', egress: known.egress }
      return { status: 'off', reason: known.reason, remedy: known.remedy }
    },
    [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose](),
  }
}

function without(reason: string, remedy: string): Containers {
  return { runtime: undefined, status: () => ({ status: 'off', reason, remedy }), async [Symbol.asyncDispose]() {} }
}

/** Linux limits a socket path to 107 bytes. */
const longestSocketPath = 107
const socketBelow = '/12345678/gateway.sock'

/** A folder for this installation's container sockets, with a short enough path. */
function socketRootOf(dataDir: string, instanceId: string): string {
  const inData = join(dataDir, 'run')
  if (Buffer.byteLength(join(inData, instanceId, socketBelow)) <= longestSocketPath) return inData
  const name = `travel-run-${sha256(dataDir).slice(0, 12)}`
  const folder = join(tmpdir(), name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Another user may have planted a folder of this name.
  const { mode, uid } = lstatSync(folder)
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) {
    throw new Error(
      `${folder} is open to other users: remove it, or set TRAVEL_DATA_DIR to a folder with a shorter path`,
    )
  }
  return folder
}
