import { expect, it } from 'vitest'
import { hasOddEncoding, isPacked, textBehindBlank } from './odd-source.ts'
import { scannedText } from './scanned-text.ts'

type Kind = Parameters<typeof scannedText>[1]
const scanned = (text: string, language: Kind['language']) => scannedText('a', { kind: 'text', language }, text)

it.each([
  ['a line of 5,000 characters', 'x'.repeat(5000), false],
  ['a longer one', `a\n${'x'.repeat(5001)}`, true],
  ['many short lines', 'abc\n'.repeat(5000), false],
  ['20 generated names', '_0x1a2b '.repeat(20), false],
  ['21 generated names', '_0x1a2b '.repeat(21), true],
  ['100 escapes', String.raw`\x41`.repeat(100), false],
  ['101 escapes', String.raw`\x41\u0041`.repeat(50) + String.raw`\X41\u00e9`, true],
  ['escapes for a fifth of a long text', String.raw`\x41`.repeat(100).padEnd(2000, ' \n'), false],
])('source code is packed by %s: %#', (_, text, isOdd) => {
  expect(isPacked(scanned(text, 'javascript'))).toBe(isOdd)
  expect(isPacked(scanned(text, 'config'))).toBe(false)
})

it('a long source of lines of 5,000 characters is read once', () => {
  const text = `${'x'.repeat(5000)}\n`.repeat(10_000)
  expect(isPacked({ ...scanned('', 'javascript'), text })).toBe(false)
})

it('only a Python source can declare an encoding that hides its words', () => {
  const declared = (name: string, language: Kind['language'] = 'python') =>
    hasOddEncoding(scanned(`#!/usr/bin/python\n# coding: ${name}\nx = 1\n`, language))
  expect([declared('rot13'), declared('utf-7'), declared('utf-8'), declared('latin-1')]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect([declared('rot13', 'shell'), hasOddEncoding(scanned('x = 1\n', 'python'))]).toEqual([false, false])
})

it('finds the text behind more than 200 empty lines or 1,000 spaces, whatever stood before', () => {
  for (const [blank, most] of [
    ['\n', 200],
    [' ', 1000],
    ['\t', 1000],
  ] as const) {
    const behind = (count: number) => textBehindBlank({ text: `a${blank.repeat(count)}b` })
    expect([behind(most - 1), behind(most), behind(most + 1)]).toEqual([undefined, undefined, most + 2])
  }
  expect(
    textBehindBlank({ text: `${' '.repeat(900)}a${' '.repeat(900)}b\n${' \n'.repeat(150)}c${'\n'.repeat(150)}d` }),
  ).toBe(undefined)
  expect(textBehindBlank({ text: '\n'.repeat(500) })).toBeUndefined()
})
