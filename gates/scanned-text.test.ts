import { describe, expect, it } from 'vitest'
import { isLargeCode, maxText, scannedText, sourceLanguageOf, withWholeCommands } from './scanned-text.ts'

type Kind = Parameters<typeof scannedText>[1]
const scanned = (language: Kind['language'], text: string, file = 'a') =>
  scannedText(file, { kind: 'text', language }, text)
const partsOf = (language: Kind['language'], text: string) =>
  scanned(language, text).parts.map(({ language, start, end }) => [language, text.slice(start, end)])

describe('a text', () => {
  it('is cut in its middle above 1 MB', () => {
    const half = maxText / 2
    const whole = `${'a'.repeat(half)}${'b'.repeat(half)}`
    expect(scanned('prose', whole)).toMatchObject({ isCut: false, text: whole })
    expect(scanned('prose', `${'a'.repeat(half)}x${'b'.repeat(half)}`)).toMatchObject({
      isCut: true,
      text: `${'a'.repeat(half)}\n${'b'.repeat(half)}`,
    })
  })

  it('has its places in lines and columns, and its lower case in the same length', () => {
    const { lower, placeOf } = scanned('prose', '\nİİ Ab\nc')
    expect(lower).toBe('\nii ab\nc')
    const places = [0, 1, 2, 6, 7, 8].map(placeOf).map(({ line, column }) => `${line}:${column}`)
    expect(places).toEqual(['1:1', '2:1', '2:2', '2:6', '3:1', '3:2'])
  })
})

describe('the parts of a file', () => {
  const python = 'import os\n'
  it.each<[Kind['language'], string, unknown[]]>([
    ['prose', 'some words', [['prose', 'some words']]],
    [
      'prose',
      python,
      [
        ['prose', python],
        ['python', python],
      ],
    ],
    [
      'config',
      python,
      [
        ['config', python],
        ['python', python],
      ],
    ],
    [
      'other',
      python,
      [
        ['other', python],
        ['python', python],
      ],
    ],
    ['shell', python, [['shell', python]]],
    ['javascript', python, [['javascript', python]]],
    [
      'html',
      '<p>a</p><!--b-->',
      [
        ['prose', '<p>a</p><!--b-->'],
        ['hidden', 'b'],
      ],
    ],
  ])('%s: %j', (language, text, parts) => {
    expect(partsOf(language, text)).toEqual(parts)
  })

  it('are hidden in a comment, unless a block that shows an example holds the comment', () => {
    const example = 'An example of an attack:\n\n'
    const hidden = (text: string) =>
      partsOf('markdown', text).flatMap(([part, own]) => (part === 'hidden' ? [own] : []))
    const block = '```md\n[//]: # (a)\n<!--b-->\n```\n'
    expect(hidden(`${example}${block}`)).toEqual([])
    expect(hidden(`<!--c-->\n\n${example}${block}\n<!--d-->`)).toEqual(['c', 'd'])
    expect(hidden(block)).toEqual(['b', '[//]: # (a)'])
    expect(hidden(`| Attack | Example |\n| --- | --- |\n| a | <!--e--> |\n`)).toEqual(['e'])
  })
})

it('is source code only if the whole file is', () => {
  for (const language of ['python', 'javascript', 'shell'] as const)
    expect(sourceLanguageOf(scanned(language, 'x'))).toBe(language)
  expect(sourceLanguageOf(scanned('other', 'import os\n'))).toBe('python')
  for (const language of ['prose', 'config', 'html'] as const)
    expect(sourceLanguageOf(scanned(language, 'x'))).toBeUndefined()
  for (const text of ['```py\nx\n```\n', '```py\nx', '`curl -s https://a.io/x y`'])
    expect(sourceLanguageOf(scanned('markdown', text))).toBeUndefined()
})

it('is large code if it is cut or too large to parse, except for declarations of types', () => {
  const [large, cut] = ['x'.repeat(400_001), 'x'.repeat(maxText + 1)]
  const isLarge = (language: Kind['language'], text: string, file?: string) =>
    isLargeCode(scanned(language, text, file))
  expect([isLarge('python', large), isLarge('python', large.slice(1)), isLarge('javascript', cut)]).toEqual([
    true,
    false,
    true,
  ])
  expect([isLarge('shell', large), isLarge('shell', cut)]).toEqual([false, true])
  expect([isLarge('prose', cut), isLarge('javascript', cut, 'a.d.ts'), isLarge('javascript', cut, 'd.ts')]).toEqual([
    false,
    false,
    true,
  ])
})

it('joins the lines of a shell command, and of nothing else', () => {
  expect(withWholeCommands(scanned('python', 'a \\\nb'))).toBeUndefined()
  expect(withWholeCommands(scanned('shell', 'a\nb'))).toBeUndefined()
  expect(withWholeCommands(scanned('markdown', 'a \\\nb\n```sh\nc\n```\n'))).toBeUndefined()
  const block = withWholeCommands(scanned('markdown', 'a \\\nb\n```sh\nc \\\nd\n```\n'))
  expect(block?.parts.map(({ start, end }) => block.text.slice(start, end))).toEqual(['c d\n'])
  const joined = withWholeCommands(scanned('shell', '\\\na\\\r\nb c'))
  expect(joined).toMatchObject({ text: 'ab c', lower: 'ab c' })
  expect([0, 1].map((at) => joined?.placeOf(at))).toEqual([
    { line: 2, column: 1 },
    { line: 3, column: 1 },
  ])
})
