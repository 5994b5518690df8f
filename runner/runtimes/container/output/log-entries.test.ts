import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entriesOf } from './container-log.ts'

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
