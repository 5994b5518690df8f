import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lineOfFence, readScriptText } from './script-text.ts'

const code = (text: string, language?: string) => ({ ok: true, code: text, ...(language && { language }) })

describe('a fence around a script names its language and is empty lines in the code', () => {
  test.each([
    ['```python\nimport httpx\nset_result(1)\n```\n', code('\nimport httpx\nset_result(1)\n\n', 'python')],
    ['```\nset_result(1)\n```', code('\nset_result(1)\n')],
    ['~~~js\r\nset_result(1)\r\n~~~\r\n', code('\nset_result(1)\r\n\n', 'javascript')],
    ['\uFEFF\n\n```Python3 title="a b"\nx = 1\n```', code('\n\n\nx = 1\n', 'python')],
    ['  ```py\n  if x:\n      y()\n\n  z()\n  ```', code('\nif x:\n    y()\n\nz()\n', 'python')],
    ['  ```py\nif x:\n  y()\n  ```', code('\nif x:\n  y()\n', 'python')],
    ['````\ntext = """\n```\n"""\n````', code('\ntext = """\n```\n"""\n')],
    ['``` mjs\n#!/usr/bin/env node\nf()\n`````  \n\n', code('\n\nf()\n\n\n', 'javascript')],
  ])('%j', (text, read) => {
    expect(readScriptText(text)).toEqual(read)
  })
})

describe('a line #! names the language and is an empty line in the code', () => {
  test.each([
    ['#!/usr/bin/env node\nset_result(1)', code('\nset_result(1)', 'javascript')],
    ['\uFEFF#!/usr/bin/env -S deno run\r\nset_result(1)', code('\nset_result(1)', 'javascript')],
    ['#!/usr/bin/python3.12 -u\nset_result(1)', code('\nset_result(1)', 'python')],
    ['#! python\nset_result(1)', code('\nset_result(1)', 'python')],
    ['#!/usr/bin/env -S uv run\nset_result(1)', code('\nset_result(1)')],
    ['# no hash-bang: python\nset_result(1)', code('# no hash-bang: python\nset_result(1)')],
  ])('%j', (text, read) => {
    expect(readScriptText(text)).toEqual(read)
  })
})

test.each([
  ['```bash\nls\n```', 'begins with the fence ```bash in line 1: it must name JavaScript or Python, or no language'],
  [
    '\n```py\nx = 1',
    'begins with the fence ```py in line 2, which nothing closes: send all of the code, without a fence',
  ],
  [
    '```py\nx = 1\n```\nThis sets x.',
    'goes on in line 4 after the fence ```py in line 1 was closed in line 3: send only the code',
  ],
  [
    '```\na()\n```\n```\nb()\n```',
    'goes on in line 4 after the fence ``` in line 1 was closed in line 3: send only the code',
  ],
  ['~~~py\n\n~~~', 'has no code inside the fence ~~~py in line 1: send the code to run'],
  ['```js\n#!/usr/bin/python3\nx = 1\n```', 'names JavaScript with its fence and Python in line 2'],
])('%j is refused, and its fence is named', (text, problem) => {
  expect(readScriptText(text)).toEqual({ ok: false, problem })
})

test('code without a fence or a line #! at its start stays as it is', () => {
  const line = fc.constantFrom('set_result(1)', '', '  ', '"""', '```', '# a', '~~~py', 'a`b`')
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = ['x = 1', ...lines].join('\n')
      expect(readScriptText(text)).toEqual(code(text))
    }),
  )
})

test('any code in a fence keeps its lines and their numbers', () => {
  const line = fc
    .string({ unit: fc.constantFrom(...'ab =#!"`~{}\t') })
    .filter((one) => !/^\s*(?:`{3}|~{3}|#!)/.test(one))
  const fence = fc.constantFrom('```', '~~~', '`````', '~~~~')
  fc.assert(
    fc.property(fc.array(line), fence, (lines, mark) => {
      const read = readScriptText([`${mark}python`, 'x', ...lines, mark].join('\n'))
      expect(read).toEqual(code(['', 'x', ...lines, ''].join('\n'), 'python'))
    }),
  )
})

test('finds the first fence of a text', () => {
  expect(lineOfFence('Here it is:\n\n  ```py\nx\n  ```')).toBe(3)
  expect(lineOfFence('a\r\n~~~\r\n')).toBe(2)
  expect(lineOfFence('const a = ```b```')).toBeUndefined()
})
