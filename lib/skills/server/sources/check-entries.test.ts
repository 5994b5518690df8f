import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEntryCheck } from './check-entries.ts'

const problemOf = (...paths: readonly string[]) => {
  const check = createEntryCheck()
  const refused = paths.map((path) => check({ path, kind: 'file', size: 1 })).find((refusal) => refusal !== undefined)
  return refused?.facts && 'problem' in refused.facts ? refused.facts.problem : undefined
}

describe('names that some system takes for one', () => {
  it.each([
    ['ß', 'ẞ'],
    ['ß', 'ss'],
    ['ẞ', 'SS'],
    ['straße.md', 'STRASSE.md'],
    ['ſkill', 'skill'],
    ['ſt', 'ﬅ'],
    ['ﬁle', 'file'],
    ['İ', 'i\u0307'],
    ['ı', 'I'],
    ['ａ', 'a'],
    ['ﾊ', 'ハ'],
    ['é', 'e\u0301'],
    ['Å', 'å'],
    ['\u212b', '\u00e5'],
    ['\u212aey', 'key'],
    ['Ω', 'ω'],
    ['ς', 'σ'],
    ['ΐ', '\u1fd3'],
    ['Ǆ', 'ǆ'],
    ['ŉ', 'ʼn'],
    ['ᾳ', 'ΑΙ'],
    ['ᏸ', 'Ᏸ'],
    ['①', '1'],
  ])('%s and %s collide, also as folders', (one, other) => {
    expect(problemOf(one, other)).toBe('collision')
    expect(problemOf(other, one)).toBe('collision')
    expect(problemOf(`a/${one}/x`, `a/${other}/y`)).toBe('collision')
  })

  it.each([
    ['a', 'b'],
    ['é', 'e'],
    ['ß', 's'],
    ['İ', 'i'],
    ['ハ', 'バ'],
  ])('%s and %s do not', (one, other) => {
    expect(problemOf(one, other)).toBeUndefined()
  })

  it('are found for every letter and every change of case or form', () => {
    const forms = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const
    const change = fc.array(fc.constantFrom('toUpperCase', 'toLowerCase', ...forms), { minLength: 1, maxLength: 4 })
    const letter = fc
      .string({ unit: 'binary', minLength: 1, maxLength: 4 })
      .filter((text) => /^[\p{L}\p{M}\p{N}]+$/u.test(text))
    fc.assert(
      fc.property(letter, change, (name, changes) => {
        const other = changes.reduce(
          (text, how) => (how === 'toUpperCase' || how === 'toLowerCase' ? text[how]() : text.normalize(how)),
          name,
        )
        fc.pre(other !== name && /^[\p{L}\p{M}\p{N}]+$/u.test(other))
        expect(problemOf(name, other)).toBe('collision')
      }),
    )
  })
})
