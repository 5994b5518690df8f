import { expect, test } from 'vitest'
import { createContainerLog } from './container-log.ts'

test('splits a program’s output into lines, stdout first, with the level of their stream', () => {
  const log = createContainerLog()
  log.take('stderr', Buffer.from('warned\n'))
  log.take('stdout', Buffer.from('one\r\ntw'))
  log.take('stdout', Buffer.from('o ✓\n\n'))
  expect(log.lines()).toEqual([
    { level: 'info', text: 'one' },
    { level: 'info', text: 'two ✓' },
    { level: 'warn', text: 'warned' },
  ])
})

test('redacts credentials, even if they arrive in two pieces', () => {
  const log = createContainerLog()
  log.take('stdout', Buffer.from('key: sk_live_4eC39HqLy'))
  log.take('stdout', Buffer.from('jWDarjtT1zdp7dc and more\n'))
  const [line] = log.lines()
  expect(line?.text).toMatch(/^key: \[REDACTED.*7dc\] and more$/)
})

test('limits bytes and lines, and reports how much is missing', () => {
  const log = createContainerLog()
  log.take('stdout', Buffer.alloc(100_000, 'x\n'))
  const lines = log.lines()
  expect(lines).toHaveLength(1001)
  expect(lines.at(-1)?.text).toBe('The log is full; 31768 further lines and 34464 bytes are dropped')
})

test('splits a line that does not end', () => {
  const log = createContainerLog()
  log.take('stderr', Buffer.alloc(10_000, 'x'))
  expect(log.lines().map(({ text }) => text.length)).toEqual([4096, 4096, 1808])
})
