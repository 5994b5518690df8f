import { expect, test } from 'vitest'
import { createGuestLog } from './guest-log.ts'

test('keeps 1000 lines, then adds one notice, then drops the rest', () => {
  const log = createGuestLog()
  const lines = Array.from({ length: 1500 }, (_, n) => log.take('warn', `line ${n}`))
  expect(lines.slice(0, 1000)).toEqual(Array.from({ length: 1000 }, (_, n) => ({ level: 'warn', text: `line ${n}` })))
  expect(lines[1000]).toEqual({ level: 'warn', text: 'The log is full; further lines are dropped' })
  expect(lines.slice(1001).every((line) => line === undefined)).toBe(true)
})

test('replaces the line that exceeds the size limit with the notice', () => {
  const log = createGuestLog()
  expect(log.take('info', 'x'.repeat(60_000))?.text).toHaveLength(60_000)
  expect(log.take('info', 'x'.repeat(60_000))?.text).toContain('full')
  expect(log.take('info', 'short')).toBeUndefined()
})

test('treats an unknown level as info', () => {
  expect(createGuestLog().take('fatal', 'x')).toEqual({ level: 'info', text: 'x' })
})
