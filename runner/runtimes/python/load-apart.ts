import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { preloads } from '../../core/preloads.ts'
import type { LoadedInterpreter } from './load-interpreter.ts'
import type { PythonPackages } from './packages/read-packages.ts'

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
export async function loadApart(order: LoadOrder): Promise<LoadedInterpreter> {
  const path = join(/* turbopackIgnore: true */ order.projectRoot, 'runner/runtimes/python/load-thread.ts')
  const worker = startThread(path, order)
  const ended = once(worker, 'exit').then(([code]) => {
    throw new Error(`The thread that loads Python ended with code ${code}`)
  })
  const [loaded] = await Promise.race([once(worker, 'message'), ended])
  return loaded
}
