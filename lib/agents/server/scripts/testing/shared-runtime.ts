import { afterAll, beforeAll } from 'vitest'
import { openTestRuntime } from '#lib/skills/server/executions/testing/durable-runner.ts'
import { silentLog } from '#runner/runtimes/quickjs/testing/silent-log.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'

/**
 * One embedded runtime for all worlds of a test file. Only for tests whose scripts have all ended or are suspended when
 * their world is disposed: a world ends the executions of its own runtime, but not those of this one.
 */
export function shareRuntime(): () => Runtime {
  let shared: Runtime | undefined
  beforeAll(async () => {
    shared = await openTestRuntime({ log: silentLog, workers: 0 })
  })
  afterAll(() => shared?.[Symbol.asyncDispose]())
  return () => {
    if (!shared) throw new Error('The runtime has not started')
    return shared
  }
}
