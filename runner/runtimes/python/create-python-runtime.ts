import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { python } from '../../contract/runtimes.ts'
import { preloads } from '../../core/preloads.ts'
import { createPooledRuntime, defaultIdleMs, type PoolTuning } from '../pool/create-pooled-runtime.ts'
import type { Runtime, StartOptions } from '../runtime.ts'
import { hasPython, interpreterKey } from './interpreter-files.ts'
import type { LoadedInterpreter } from './load-interpreter.ts'
import { noPackages, type PythonPackages, versionWith } from './packages/read-packages.ts'
import { pythonModule } from './python-module.ts'
import { hasSuspension } from './wasi/jspi.ts'

/** `version`: the key of the interpreter with the packages. */
export type LoadOrder = {
  readonly projectRoot: string
  readonly key: string
  readonly version: string
  readonly packages: PythonPackages
}

/** Gets the path from its caller, because a bundler must not move the file. */
const startThread = (path: string, workerData: LoadOrder): Worker =>
  new Worker(path, { workerData, execArgv: [...preloads] })

/**
 * Loads Python with the packages in a thread of its own and with low priority: making what no earlier start has kept
 * takes seconds of computing, in which this thread answers requests.
 */
async function loadApart(order: LoadOrder): Promise<LoadedInterpreter> {
  const path = join(/* turbopackIgnore: true */ order.projectRoot, 'runner/runtimes/python/load-thread.ts')
  const worker = startThread(path, order)
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`The thread that loads Python ended with code ${code}`)
  })
  const [loaded] = await Promise.race([once(worker, 'message'), ended])
  return loaded
}

export type PythonRuntimeOptions = StartOptions &
  PoolTuning & {
    /** Absolute path. Absent: the runtime's own worker. */
    readonly workerPath?: string
  }

const folder = 'runner/runtimes/python'

/**
 * CPython in WebAssembly, metered, in a pool of worker threads. It is loaded with the first execution, as is the code
 * that loads it: a process that runs no Python has nothing of it in its memory, and starts sooner. It is unloaded after
 * `idleMs` without an execution.
 */
export async function createPythonRuntime(options: PythonRuntimeOptions): Promise<Runtime> {
  const { projectRoot, pythonPackages, idleMs = defaultIdleMs } = options
  const isThere = hasPython(projectRoot)
  const packages =
    isThere && pythonPackages !== undefined
      ? await (await import('./packages/load-packages.ts')).loadPackages(pythonPackages, options)
      : noPackages
  let opening: Promise<Runtime> | undefined
  let idle: NodeJS.Timeout | undefined
  let running = 0
  let knownKey: string | undefined
  const key = () => {
    knownKey ??= isThere ? interpreterKey(projectRoot) : 'absent'
    return knownKey
  }
  const version = () => versionWith(key(), packages)

  const open = async (): Promise<Runtime> => {
    if (!isThere) throw new Error('The files of CPython are missing')
    const loaded = await loadApart({ projectRoot, key: key(), version: version(), packages })
    options.log.info('Python is loaded', { version: pythonModule.version })
    return createPooledRuntime(
      {
        about: python,
        engineVersion: version(),
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
  const unload = () => {
    const unloaded = opening
    opening = undefined
    unloaded
      ?.then((runtime) => runtime[Symbol.asyncDispose]())
      .then(() => options.log.info('Python is unloaded until it is needed'))
      .catch((cause: unknown) => options.log.error('Python could not be unloaded', { cause }))
  }
  /** Counts what uses the runtime, until the result is disposed. */
  const use = (): Disposable => {
    clearTimeout(idle)
    running += 1
    return {
      [Symbol.dispose]() {
        running -= 1
        if (running === 0 && opening) idle = setTimeout(unload, idleMs).unref()
      },
    }
  }

  return {
    about: python,
    get engineVersion() {
      return version()
    },
    run: async (execution) => {
      using _use = use()
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
      // Reads the files now, before the time of an execution begins.
      version()
      return hasSuspension ? undefined : 'this version of Node is too old: npm ci installs one that is not'
    },
    // An execution as a probe would start the workers for skills, although most instances run scripts only.
    probe: async () => {
      await opening
    },
    async [Symbol.asyncDispose]() {
      clearTimeout(idle)
      await (await opening)?.[Symbol.asyncDispose]()
    },
  }
}
