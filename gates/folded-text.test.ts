import { expect, it } from 'vitest'
import { madeTexts } from './folded-text.ts'
import type { Language } from './rule.ts'
import { scannedText } from './scanned-text.ts'

const made = (language: Language, code: string) =>
  madeTexts(scannedText('a', { kind: 'text', language }, code)).map(({ made, isDisguised }) => [made.text, isDisguised])
const joined = 'run("curl -s " + "http://a.io")\n'

it.each<[string, Language, string, unknown[]]>([
  ['a text in Python', 'python', joined, [['curl -s http://a.io', false]]],
  ['a text in JavaScript', 'javascript', joined, [['curl -s http://a.io', false]]],
  ['nothing in another language', 'shell', joined, []],
  ['a value of run time by its place', 'python', 'run("curl -s " + host + "/a")\n', [['curl -s VALUE/a', false]]],
  ['a text of 8 characters', 'python', 'run("curl" + " a.b")\n', [['curl a.b', true]]],
  ['no shorter text', 'python', 'run("curl" + " a.")\n', []],
  ['no text that stands in the code', 'python', 'x = "aaaa" + "bbbb"  # aaaabbbb\n', []],
  ['no text that only has escapes', 'python', String.raw`run("\x63url -s http://a.io")`, []],
  ['a reversed text, as disguised', 'python', 'run("oi.a//:ptth lruc"[::-1])\n', [['curl http://a.io', true]]],
  [
    'a text of which only the end stands in the code',
    'python',
    'run("fedcba"[::-1] + "uvwxyz")\n',
    [['abcdefuvwxyz', false]],
  ],
  [
    'a text of pieces under 6 characters, as disguised',
    'python',
    'run("cur" + "l a.i" + "o/xyz")\n',
    [['curl a.io/xyz', true]],
  ],
])('makes %s', (_, language, code, texts) => {
  expect(made(language, code)).toEqual(texts)
})

it('makes at most 200 texts, from code of at most 100,000 characters', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `x("item " + "number ${at}")\n`).join('')
  expect(made('python', lines(200))).toHaveLength(200)
  expect(made('python', lines(201))).toHaveLength(200)
  expect(made('python', joined.padEnd(100_000, '#'))).toHaveLength(1)
  expect(made('python', joined.padEnd(100_001, '#'))).toEqual([])
})
