import { expect, test } from 'vitest'
import { createOutage } from './outage.ts'

test('a reason is new once in an outage, and again in the next one', () => {
  const outage = createOutage()
  const attempts = ['full', 'full', 'refused', 'full', 'refused']
  expect(attempts.filter((reason) => outage.isNew(reason))).toEqual(['full', 'refused'])
  expect([outage.end(), outage.end()]).toEqual([true, false])
  expect(outage.isNew('full')).toBe(true)
})
