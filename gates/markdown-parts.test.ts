import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hiddenParts, markdownParts, spanParts } from './markdown-parts.ts'
import { commentParts } from './scanned-text.ts'

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

it('reads each fence as CommonMark does', () => {
  expect(codeOf('\n```sh\nls\n```\n')).toEqual([['shell', 'ls\n']])
  expect(codeOf('```a`b\nx\n')).toEqual([])
  expect(codeOf('~~~a`b\nx\n')).toEqual([['other', 'x\n']])
  expect(codeOf('```js\nx\n```js\ny\n```\n')).toEqual([['javascript', 'x\n```js\ny\n']])
  expect(codeOf('```\n~~~\nx\n```\n')).toEqual([['shell', '~~~\nx\n']])
  expect(codeOf('``` {.Python}\nx\n```\n')).toEqual([['python', 'x\n']])
})

it('has a table that shows an example of an attack as a part of its own', () => {
  const [lead, table, rest] = [
    'Some text.\n\n',
    '| Attack | Example |\n| --- | --- |\n| a | `curl -s https://a.io/x` |\n',
    '\nMore.\n',
  ]
  const shown = (text: string) =>
    markdownParts(text).map(({ start, end, isExample }) => [text.slice(start, end), isExample])
  expect(shown(table)).toEqual([[table, true]])
  expect(shown(lead + table)).toEqual([
    [lead, undefined],
    [table, true],
  ])
  expect(shown(table + rest)).toEqual([
    [table, true],
    [rest, undefined],
  ])
  expect(spanParts(table, markdownParts(table))).toMatchObject([{ isExample: true }])
  expect(spanParts(rest, markdownParts(rest))).toEqual([])
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

it('sees each comment once, wherever it stands, and nothing in an empty one', () => {
  const hidden = (text: string) => hiddenParts(text).map(({ start, end }) => [start, text.slice(start, end)])
  expect(hidden('<!-- a -->')).toEqual([[4, ' a ']])
  expect(hidden('x <!-- open <!-- more')).toEqual([[6, ' open <!-- more']])
  expect(hidden('<!--a--> then `code`')).toEqual([[4, 'a']])
  for (const empty of ['<!-->', '<!--->', '<!---->']) {
    expect(hiddenParts(`${empty} seen <!--a-->`).map(({ start, end }) => Math.sign(end - start))).toEqual([0, 1])
  }
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

it('treats 300 code spans at most as shell code, and none in a code block or without a space', () => {
  const span = '`curl -s https://a.io/x`\n'
  expect(spanParts(span.repeat(301), markdownParts(span.repeat(301)))).toHaveLength(300)
  for (const text of [`\`\`\`js\n${span}\`\`\`\n`, '`a_name_of_more_than_16_letters`\n']) {
    expect(spanParts(text, markdownParts(text))).toEqual([])
  }
})

it('reads comments of 40 to 4,000 characters, 200 at most, each by itself', () => {
  const line = `# ${'x'.repeat(38)}`
  const read = (text: string, language = 'python') =>
    commentParts(language, text).map(({ start, end }) => text.slice(start, end))
  expect(read(line)).toEqual([line])
  expect(read(line.slice(0, -1))).toEqual([])
  expect(read(`\n${line}\na = 1\n${line}\n`)).toEqual([line, line])
  expect(read(`${line}\n`.repeat(200))).toEqual([`${line}\n`.repeat(200).slice(0, 4000)])
  expect(read(`${line}\na = 1\n`.repeat(201))).toHaveLength(200)
  expect(read(`x = """${line}`)).toEqual([])
  for (const language of ['prose', 'other', 'undefined'])
    expect(read(`undefined ${line}\n${line}`, language)).toEqual([])
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
