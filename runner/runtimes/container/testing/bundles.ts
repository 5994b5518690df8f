import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { bundleCodeOf } from '../../../skill.ts'
import { silentLog } from '../../quickjs/testing/silent-log.ts'
import type { Runtime, RuntimeExecution } from '../../runtime.ts'
import { type ContainerRuntime, createContainerRuntime } from '../create-container-runtime.ts'
import { createSkillImages } from '../create-skill-images.ts'
import type { EgressMode } from '../messages.ts'
import { engineAddress } from './engine.ts'
import { patient } from './patient.ts'

/** The maximum length of an argument on Linux, with a margin. */
const mostArgument = 100_000
const load = 'printf %s "$@" > /tmp/bundle.js; exec node /opt/travel/harness.mjs /tmp/bundle.js'

type BundlesOptions = { readonly egress?: EgressMode; readonly isAhead?: boolean }

/**
 * A container runtime whose skills are bundles in the base image's harness. The bundles are passed as arguments,
 * because building hundreds of images would take minutes. `isAhead`: each execution gets a container that was started
 * in advance.
 */
export async function startBundles({ egress = 'socket', isAhead = false }: BundlesOptions = {}): Promise<Runtime> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-test-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const runtime = opened.use(
    createContainerRuntime({
      workerPath: join(import.meta.dirname, '../worker.ts'),
      engine: engineAddress,
      egress: [egress],
      caFolder: join(folder, 'ca'),
      socketRoot: join(folder, 'run'),
      instance: isAhead ? 'inst_bundles_ahead' : 'inst_bundles',
      ...(isAhead ? { preStartMb: 512 } : {}),
      liveInstances: async () => new Set(),
      loadImages: async (signal) => {
        const { probe } = await createSkillImages({
          projectDir: process.cwd(),
          operatorBase: undefined,
          engine: engineAddress,
          signal,
        })
        return {
          probe,
          imageOf: (skill) => ({ tag: probe.tag, command: ['sh', '-c', load, 'sh', ...pieces(bundleCodeOf(skill))] }),
        }
      },
      clock: { now: Date.now, monotonic: () => performance.now() },
      log: silentLog,
    }),
  )
  const acquired = opened.move()
  return {
    ...runtime,
    run: async ({ limits, ...rest }) => {
      const execution = { ...rest, limits: patient(limits) }
      if (isAhead) await haveReady(runtime, execution)
      return runtime.run(execution)
    },
    [Symbol.asyncDispose]: () => acquired.disposeAsync(),
  }
}

/** Runs an execution without using its answer, until a container waits for the next one. */
async function haveReady(runtime: ContainerRuntime, execution: RuntimeExecution): Promise<void> {
  const unwanted = new AbortController()
  const host = {
    call: async () => ({ kind: 'rejected', name: 'NetworkError', message: 'the host does not answer' }) as const,
  }
  const ended = runtime.run({ ...execution, host, signal: unwanted.signal })
  await vi.waitUntil(async () => (await runtime.ready()) > 0, { timeout: 40_000, interval: 20 })
  unwanted.abort()
  await ended
}

function pieces(code: string): string[] {
  return Array.from({ length: Math.ceil(code.length / mostArgument) }, (_, index) =>
    code.slice(index * mostArgument, (index + 1) * mostArgument),
  )
}
