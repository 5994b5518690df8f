import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hiddenParts, markdownParts } from './markdown-parts.ts'

const codeOf = (text: string) =>
  markdownParts(text)
    .filter(({ language }) => language !== 'prose')
    .map(({ language, start, end }) => [language, text.slice(start, end)])

it('tells code blocks from prose by their language', () => {
  const text = 'a\n```py\nx = 1\n```\nb\n~~~bash\nls\n~~~\nc\n```\nplain\n```\n```yaml\na: 1\n```\n'
  expect(codeOf(text)).toEqual([
    ['python', 'x = 1\n'],
    ['shell', 'ls\n'],
    ['shell', 'plain\n'],
    ['config', 'a: 1\n'],
  ])
})

it('ends a block only at a fence of its own kind and at least its length', () => {
  expect(codeOf('````js\n```\n~~~\nx\n````\ny\n')).toEqual([['javascript', '```\n~~~\nx\n']])
})

it('takes an unclosed block to the end of the file', () => {
  expect(codeOf('a\n```sh\nls\n')).toEqual([['shell', 'ls\n']])
})

it('covers every line once, fences in prose, whatever the text', () => {
  const line = fc.oneof(fc.constantFrom('```', '````', '~~~', '```py', '  ```', '> ```sh', 'text', ''), fc.string())
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines.join('\n')
      const parts = markdownParts(text)
      // Each part begins where the last one ended; only a fence that closes an empty block may lie between.
      let at = 0
      for (const { start, end } of parts) {
        expect(start).toBe(at)
        expect(end).toBeGreaterThan(start)
        at = end
      }
      expect(parts.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text.slice(0, at))
      expect(text.slice(at)).toMatch(/^$/)
    }),
  )
})

it('finds what a reader of the page does not see', () => {
  const text = 'a <!-- one --> b\n[//]: # (two)\n<span style="display:none">three</span>\n<!-- open'
  expect(hiddenParts(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    ' one ',
    ' open',
    '[//]: # (two)',
    '<span style="display:none">three',
  ])
})

it('takes a comment in a code span for an example, and one after a lone backtick for a comment', () => {
  expect(hiddenParts('Flag `<!-- one -->` in pages.\n')).toEqual([])
  expect(hiddenParts('a ` b <!-- two -->\n`')).toHaveLength(1)
})
