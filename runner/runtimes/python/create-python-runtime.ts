import { join } from 'node:path'
import { python } from '../../contract/runtimes.ts'
import { createPooledRuntime, type PoolTuning } from '../pool/create-pooled-runtime.ts'
import type { Runtime, StartOptions } from '../runtime.ts'
import { findPythonModules, interpreterKey } from './interpreter-files.ts'
import type { KnownPythonModule } from './known-modules.ts'
import { loadInterpreter } from './load-interpreter.ts'
import { loadPackages, versionWith, withPackages } from './packages/load-packages.ts'
import { noPackages } from './packages/read-packages.ts'
import { hasSuspension } from './wasi/jspi.ts'

export type PythonRuntimeOptions = StartOptions &
  PoolTuning & {
    /** Absolute path. Absent: the runtime's own worker. */
    readonly workerPath?: string
    /** Absent: the first known build that the project has. */
    readonly build?: KnownPythonModule
  }

const folder = 'runner/runtimes/python'

/**
 * CPython in WebAssembly, metered, in a pool of worker threads. It is loaded with the first execution: an app that runs
 * no Python has nothing of it in its memory.
 */
export async function createPythonRuntime(options: PythonRuntimeOptions): Promise<Runtime> {
  const { projectRoot } = options
  const known = options.build ?? (await findPythonModules(projectRoot))[0]
  const key = known ? await interpreterKey(projectRoot, known) : 'absent'
  const packages = known ? await loadPackages(options) : noPackages
  const engineVersion = versionWith(key, packages)
  let opening: Promise<Runtime> | undefined

  const open = async (): Promise<Runtime> => {
    if (!known) throw new Error('No build of CPython is there: run npm ci')
    const loaded = await withPackages(await loadInterpreter(projectRoot, known, key), packages, {
      projectRoot,
      key: `${key}-${engineVersion}`,
    })
    options.log.info('Python is loaded', { version: known.version, source: known.source })
    return createPooledRuntime(
      {
        about: python,
        engineVersion,
        workerPath: options.workerPath ?? join(projectRoot, folder, 'worker.ts'),
        workerData: loaded,
        probe: { kind: 'bundle', language: 'python', code: 'set_result(1)' },
      },
      options,
    )
  }
  const opened = () => {
    opening ??= open().catch((cause: unknown) => {
      opening = undefined
      throw cause
    })
    return opening
  }

  return {
    about: python,
    engineVersion,
    run: async (execution) => {
      execution.timeLimit?.pause()
      let runtime: Runtime
      try {
        runtime = await opened()
      } catch (cause) {
        options.log.error('Python does not start', { cause })
        return { kind: 'failed', code: 'RUNTIME_UNAVAILABLE', detail: 'Python does not start', fuelUsed: 0 }
      } finally {
        execution.timeLimit?.resume()
      }
      const outcome = await runtime.run(execution)
      return known ? { ...outcome, interpreter: `Python ${known.version}` } : outcome
    },
    unavailable: async () => {
      if (!known) return 'no build of CPython is installed: run npm ci'
      return hasSuspension ? undefined : 'this version of Node is too old: npm ci installs one that is not'
    },
    probe: async () => {
      if (opening) await (await opening).probe()
    },
    async [Symbol.asyncDispose]() {
      await (await opening)?.[Symbol.asyncDispose]()
    },
  }
}
