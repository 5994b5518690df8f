import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from './any-character.ts'

const fits = (text: string) => anyCharacter.canShrinkWithoutContext(text)

test('each character fits, from the first to the last, and no surrogate and no other number of characters', () => {
  expect(['\0', 'a', '\ud7ff', '\ue000', '\uffff', '😀', '\u{10ffff}'].map(fits)).not.toContain(false)
  expect(['', 'ab', '😀😀', '\ud800', '\udfff'].map(fits)).not.toContain(true)
})

test('gives well-formed texts from the whole range, and names of properties that a careless program trips over', () => {
  const texts = fc.sample(fc.string({ unit: anyCharacter }), { seed: 47, numRuns: 5000 })
  expect(texts.every((text) => text.isWellFormed())).toBe(true)
  const points = texts.flatMap((text) => [...text].map((character) => character.codePointAt(0) ?? 0))
  for (const [from, to] of [
    [0, 0x7f],
    [0x80, 0xd7ff],
    [0xe000, 0xffff],
    [0x10000, 0x10ffff],
  ] as const) {
    expect(
      points.some((point) => point >= from && point <= to),
      `${from}`,
    ).toBe(true)
  }
  expect(texts.some((text) => text.includes('__proto__'))).toBe(true)
})
