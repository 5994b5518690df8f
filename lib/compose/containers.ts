import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Env } from '#lib/env/env.ts'
import type { Health } from '#lib/health/check-health.ts'
import type { Clock, Log } from '#runner/ports.ts'
import { type ContainerRuntime, createContainerRuntime } from '#runner/runtimes/container/create-container-runtime.ts'
import { createSkillImages } from '#runner/runtimes/container/create-skill-images.ts'

/** Skills in containers, as the settings have it. */
export type Containers = AsyncDisposable & {
  /** Absent: switched off, or no engine that could be used. */
  readonly runtime: ContainerRuntime | undefined
  /** What is known of it without waiting. */
  status(): Health['containers']
}

export type ContainersOptions = {
  readonly env: Pick<Env, 'containers' | 'dataDir' | 'baseImage'>
  readonly projectRoot: string
  readonly instanceId: string
  readonly liveInstances: (candidates: readonly string[]) => Promise<ReadonlySet<string>>
  readonly clock: Clock
  readonly log: Log
}

/** Nothing is started until a skill, or `status` of the runtime, asks for it. */
export function openContainers(options: ContainersOptions): Containers {
  const { env, projectRoot } = options
  const { mode, engine, subnets, atOnce, memoryMb, preStartMb } = env.containers
  if (mode === 'off') {
    return without('it is switched off (TRAVEL_CONTAINER_RUNTIME=off)', 'leave TRAVEL_CONTAINER_RUNTIME out')
  }
  if (engine === undefined) {
    return without('DOCKER_HOST names an engine that is not on a socket or a plain port', 'use unix:// or tcp://')
  }
  const runtime = createContainerRuntime({
    workerPath: join(projectRoot, 'runner/runtimes/container/worker.ts'),
    engine,
    egress: mode === 'auto' ? ['socket', 'bridge'] : [mode],
    caFolder: join(env.dataDir, 'container-ca'),
    socketRoot: socketRootOf(env.dataDir, options.instanceId),
    instance: options.instanceId,
    liveInstances: options.liveInstances,
    loadImages: (signal) => createSkillImages({ projectDir: projectRoot, operatorBase: env.baseImage, engine, signal }),
    clock: options.clock,
    log: options.log,
    ...(subnets === undefined ? {} : { subnets }),
    preStartMb,
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

/** Linux takes 107 bytes for a socket's path. */
const longestSocketPath = 107
const socketBelow = '/12345678/gateway.sock'

/** A folder for the sockets of this installation's containers, with a path that is short enough. */
function socketRootOf(dataDir: string, instanceId: string): string {
  const inData = join(dataDir, 'run')
  if (Buffer.byteLength(join(inData, instanceId, socketBelow)) <= longestSocketPath) return inData
  const name = `travel-run-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
  const folder = join(tmpdir(), name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // A folder of that name may be somebody else's trap.
  const { mode, uid } = lstatSync(folder)
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) {
    throw new Error(
      `${folder} is not this user's alone: remove it, or set TRAVEL_DATA_DIR to a folder with a shorter path`,
    )
  }
  return folder
}
