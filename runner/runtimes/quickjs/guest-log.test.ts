import { expect, test } from 'vitest'
import { createGuestLog } from './guest-log.ts'

test('lines pass until there are too many, then one notice, then nothing', () => {
  const log = createGuestLog()
  const lines = Array.from({ length: 1500 }, (_, n) => log.take('warn', `line ${n}`))
  expect(lines.slice(0, 1000)).toEqual(Array.from({ length: 1000 }, (_, n) => ({ level: 'warn', text: `line ${n}` })))
  expect(lines[1000]).toEqual({ level: 'warn', text: 'The log is full: the rest is dropped' })
  expect(lines.slice(1001).every((line) => line === undefined)).toBe(true)
})

test('a line that is too much is replaced by the notice', () => {
  const log = createGuestLog()
  expect(log.take('info', 'x'.repeat(60_000))?.text).toHaveLength(60_000)
  expect(log.take('info', 'x'.repeat(60_000))?.text).toContain('full')
  expect(log.take('info', 'short')).toBeUndefined()
})

test('a level that is none is info', () => {
  expect(createGuestLog().take('fatal', 'x')).toEqual({ level: 'info', text: 'x' })
})
