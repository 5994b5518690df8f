import { expect, test } from 'vitest'
import { createHistorySteps } from './history-steps.ts'

test('combines changes in quick succession into one history entry, and starts a new one later', () => {
  let nowMs = 0
  const next = createHistorySteps({ now: () => nowMs, isCovered: () => false })
  const at = (ms: number) => {
    nowMs = ms
    return next()
  }
  expect(at(0)).toBe('push')
  expect([at(800), at(1900), at(3000)]).toEqual(['replace', 'replace', 'replace'])
  expect(at(10_000)).toBe('push')
})

test("adds a change under an open sheet to the sheet's own history entry", () => {
  let isCovered = true
  const next = createHistorySteps({ now: () => 0, isCovered: () => isCovered })
  expect(next()).toBe('replace')
  isCovered = false
  expect(createHistorySteps({ now: () => 0, isCovered: () => isCovered })()).toBe('push')
})
