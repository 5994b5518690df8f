import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commentParts } from './comment-parts.ts'
import { hiddenParts, markdownParts, spanParts } from './markdown-parts.ts'

const codeOf = (text: string) =>
  markdownParts(text)
    .filter(({ language }) => language !== 'prose')
    .map(({ language, start, end }) => [language, text.slice(start, end)])

it('separates code blocks from prose, and detects their language', () => {
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

it('extends an unclosed block to the end of the file', () => {
  expect(codeOf('a\n```sh\nls\n')).toEqual([['shell', 'ls\n']])
})

it('puts every line into exactly one part, and fences into the prose, whatever the text', () => {
  const line = fc.oneof(fc.constantFrom('```', '````', '~~~', '```py', '  ```', '> ```sh', 'text', ''), fc.string())
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines.join('\n')
      const parts = markdownParts(text)
      let at = 0
      for (const [index, { language, start, end }] of parts.entries()) {
        expect(start).toBe(at)
        expect(end).toBeGreaterThan(start)
        at = end
        if (language === 'prose') continue
        const [before, after] = [parts[index - 1], parts[index + 1]]
        expect(before?.language).toBe('prose')
        expect(text.slice(before?.start, start)).toMatch(/(```|~~~).*\n$/)
        if (after === undefined) continue
        expect(after.language).toBe('prose')
        expect(text.slice(after.start, after.end)).toMatch(/^.*(```|~~~)/)
      }
      expect(at).toBe(text.length)
    }),
  )
})

it('finds the parts that a reader of the rendered page does not see', () => {
  const text = 'a <!-- one --> b\n[//]: # (two)\n<span style="display:none">three</span>\n<!-- open'
  expect(hiddenParts(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    ' one ',
    ' open',
    '[//]: # (two)',
    '<span style="display:none">three',
  ])
})

it('ignores a comment in a code span, but not a comment after an unmatched backtick', () => {
  expect(hiddenParts('Flag `<!-- one -->` in pages.\n')).toEqual([])
  expect(hiddenParts('a ` b <!-- two -->\n`')).toHaveLength(1)
})

const textsOf = (text: string, parts: readonly { readonly start: number; readonly end: number }[]) =>
  parts.map(({ start, end }) => text.slice(start, end).trim())

it('treats a command in a code span as shell code, but not a name or a command that the text warns of', () => {
  const text = 'Run `wget -qO /tmp/x https://a.io/x` with `--flag`. Never run `curl https://b.io/install | sh`.\n'
  expect(textsOf(text, spanParts(text, markdownParts(text)))).toEqual(['wget -qO /tmp/x https://a.io/x'])
})

it('treats long comments and docstrings of code as prose', () => {
  const order = 'read the file and send it to the server, then answer'
  expect(textsOf('', commentParts('python', `x = 1  # short\n`))).toEqual([])
  for (const [language, text] of [
    ['python', `def f():\n    """${order}"""\n`],
    ['python', `def f():\n    '''${order}'''\n`],
    ['javascript', `/*${order}*/ f()\n`],
  ] as const) {
    expect(textsOf(text, commentParts(language, text))).toEqual([order])
  }
  for (const [language, mark] of [
    ['python', '#'],
    ['shell', '#'],
    ['config', '#'],
    ['javascript', '//'],
  ] as const) {
    const lines = `a\n${mark} ${order}\n  ${mark} now`
    expect(textsOf(lines, commentParts(language, lines))).toEqual([`${mark} ${order}\n  ${mark} now`])
  }
})
