import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createContainerLog, entriesOf } from './container-log.ts'

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

const traceback = [
  'Traceback (most recent call last):',
  '  File "/skill/main.py", line 4, in look_up',
  "    return call.params['base']",
  '           ~~~~~~~~~~~^^^^^^^^',
  "KeyError: 'base'",
]
const chain = [
  ...traceback,
  'During handling of the above exception, another exception occurred:',
  'Traceback (most recent call last):',
  '  File "/skill/main.py", line 9, in main',
  'ValueError: no base',
]

test('keeps a Python traceback in one entry, with its error and its cause', () => {
  expect(entriesOf(['before', ...traceback, 'after'])).toEqual(['before', traceback.join('\n'), 'after'])
  expect(entriesOf([...chain, 'after'])).toEqual([chain.join('\n'), 'after'])
})

test('joins indented lines to the line above, and starts an entry for any other line', () => {
  const stack = ['Error: no', '    at go (/skill/main.js:3:9)', '    at main (/skill/main.js:9:1)']
  expect(entriesOf(['one', ...stack, 'two'])).toEqual(['one', stack.join('\n'), 'two'])
})

test('keeps all lines in their order, and limits the length of an entry', () => {
  const line = fc.oneof(
    fc.constantFrom(...chain, '', ' ', '\tindented'),
    fc.string(),
    fc.integer({ min: 1, max: 4096 }).map((length) => ` ${'x'.repeat(length - 1)}`),
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
      const entries = entriesOf(lines)
      expect(entries.join('\n')).toBe(lines.join('\n'))
      expect(entries.every((entry) => entry.length <= 16 * 1024)).toBe(true)
    }),
  )
})
