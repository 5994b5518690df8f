import { expect, test } from 'vitest'
import { createOutage } from './outage.ts'

test('isNew reports each reason once per outage', () => {
  const outage = createOutage()
  const attempts = ['full', 'full', 'refused', 'full', 'refused']
  expect(attempts.filter((reason) => outage.isNew(reason))).toEqual(['full', 'refused'])
  expect([outage.end(), outage.end()]).toEqual([true, false])
  expect(outage.isNew('full')).toBe(true)
})
