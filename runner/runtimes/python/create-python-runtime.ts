import { join } from 'node:path'
import { python } from '../../contract/runtimes.ts'
import { createPooledRuntime, type PoolTuning } from '../pool/create-pooled-runtime.ts'
import type { Runtime, StartOptions } from '../runtime.ts'
import { hasPython, interpreterKey } from './interpreter-files.ts'
import { loadInterpreter } from './load-interpreter.ts'
import { loadPackages, versionWith, withPackages } from './packages/load-packages.ts'
import { noPackages } from './packages/read-packages.ts'
import { pythonModule } from './python-module.ts'
import { hasSuspension } from './wasi/jspi.ts'

export type PythonRuntimeOptions = StartOptions &
  PoolTuning & {
    /** Absolute path. Absent: the runtime's own worker. */
    readonly workerPath?: string
  }

const folder = 'runner/runtimes/python'

/**
 * CPython in WebAssembly, metered, in a pool of worker threads. It is loaded with the first execution: an app that runs
 * no Python has nothing of it in its memory.
 */
export async function createPythonRuntime(options: PythonRuntimeOptions): Promise<Runtime> {
  const { projectRoot } = options
  const isThere = hasPython(projectRoot)
  const key = isThere ? await interpreterKey(projectRoot) : 'absent'
  const packages = isThere ? await loadPackages(options) : noPackages
  const engineVersion = versionWith(key, packages)
  let opening: Promise<Runtime> | undefined

  const open = async (): Promise<Runtime> => {
    if (!isThere) throw new Error('The files of CPython are missing')
    const loaded = await withPackages(await loadInterpreter(projectRoot, key), packages, {
      projectRoot,
      key: `${key}-${engineVersion}`,
    })
    options.log.info('Python is loaded', { version: pythonModule.version })
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
      return { ...outcome, interpreter: `Python ${pythonModule.version}` }
    },
    unavailable: async () => {
      if (!isThere) return 'the files of CPython are missing: install the app again'
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
