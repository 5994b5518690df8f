import { createPythonRuntime } from '#runner/runtimes/python/create-python-runtime.ts'
import { silentLog } from '#runner/runtimes/quickjs/testing/silent-log.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'

export type OpenPython = AsyncDisposable & {
  readonly runtime: Runtime
  /** What executions hold besides their rows in the database: containers, or executions in worker threads. */
  held(): Promise<readonly unknown[]>
}

/** The runtime in the process of the app, for scripts only. */
export async function openEmbeddedPython(): Promise<OpenPython> {
  const runtime = await createPythonRuntime({
    projectRoot: process.cwd(),
    log: silentLog,
    workers: 0,
    scriptWorkers: 1,
  })
  const running = new Set<string>()
  const run: Runtime['run'] = async (execution) => {
    running.add(execution.id)
    try {
      return await runtime.run(execution)
    } finally {
      running.delete(execution.id)
    }
  }
  return {
    runtime: { ...runtime, run },
    held: async () => [...running],
    [Symbol.asyncDispose]: () => runtime[Symbol.asyncDispose](),
  }
}
