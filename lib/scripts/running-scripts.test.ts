import { expect, test } from 'vitest'
import { createRunningScripts } from './running-scripts.ts'

test('a run that is still ending does not hide the next run of the same execution from its cancellation', () => {
  const running = createRunningScripts()
  const first = running.register('exec_1', 'ark_1')
  // Another process had taken the execution over, and it came back here.
  using second = running.register('exec_1', 'ark_1')
  first[Symbol.dispose]()
  expect(running.entries()).toEqual([['exec_1', 'ark_1']])
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
