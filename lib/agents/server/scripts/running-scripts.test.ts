import { expect, test } from 'vitest'
import { createRunningScripts } from './running-scripts.ts'

test('the next run of an execution can be cancelled, even if its earlier run is still ending', () => {
  const running = createRunningScripts()
  const first = running.register('exec_1', 'ark_1')
  // Another process took the execution over before, and now this process runs it again.
  using second = running.register('exec_1', 'ark_1')
  first[Symbol.dispose]()
  expect(running.ids()).toEqual(['exec_1'])
  running.cancel('exec_1')
  expect(second.signal.aborted).toBe(true)
})

test('a revocation ends the executions of its profile only, also those that are registered later', () => {
  const running = createRunningScripts()
  using own = running.register('exec_1', 'ark_1')
  using other = running.register('exec_2', 'ark_2')
  running.revoke('ark_1')
  using later = running.register('exec_3', 'ark_1')
  expect([own, other, later].map(({ signal }) => signal.aborted)).toEqual([true, false, true])
})
