import { afterAll, beforeAll } from 'vitest'
import { silentLog } from '#runner/runtimes/quickjs/testing/silent-log.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { openTestRuntime } from './durable-runner.ts'

/**
 * One embedded runtime for all tests of a file. Only for tests whose executions have all ended or are suspended when their
 * runner is disposed: a runner ends the executions of its own runtime, but not those of this one. `workers`: 1 runs
 * skills, too.
 */
export function shareRuntime({ workers = 0 }: { readonly workers?: 0 | 1 } = {}): () => Runtime {
  let shared: Runtime | undefined
  beforeAll(async () => {
    shared = await openTestRuntime({ log: silentLog, workers })
  })
  afterAll(() => shared?.[Symbol.asyncDispose]())
  return () => {
    if (!shared) throw new Error('The runtime has not started')
    return shared
  }
}
