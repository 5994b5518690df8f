import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../testing/any-character.ts'
import { longText } from './is-light.ts'
import { parseJson } from './parse-json.ts'

/** The result of `JSON.parse`, or a marker that it throws. */
function known(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return SyntaxError
  }
}
const read = async (text: string): Promise<unknown> =>
  parseJson(text).catch((cause: unknown) => (cause instanceof SyntaxError ? SyntaxError : cause))

const filler = 'x'.repeat(longText)
/** Any JSON around one long value, so that every container around it is parsed in slices. */
const around = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constant<unknown>(filler),
    fc.jsonValue(),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: anyCharacter, maxLength: 4 }), tie('tree'), { maxKeys: 4 }),
  ),
})).tree

test('parses long texts exactly like JSON.parse', async () => {
  await fc.assert(
    fc.asyncProperty(around, fc.constantFrom('', ' ', '\n\t'), async (value, space) => {
      const text = JSON.stringify([value, filler, [], {}, [[filler]], { a: { b: filler } }], null, space)
      expect(await read(text)).toEqual(known(text))
    }),
  )
})

test('rejects truncated or corrupted texts like JSON.parse', async () => {
  const text = JSON.stringify([{ a: [1, -2.5e3, true, null, `\\"${filler}`, {}], b: filler }, 'é\u2028', []])
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.nat({ max: 200 }), fc.nat({ max: text.length })),
      fc.constantFrom('', ',', ':', '"', '{', '}', '[', ']', '\\', '\n', '1', 'x', '\0', '\\u12'),
      fc.nat({ max: 2 }),
      async (at, put, gone) => {
        const changed = text.slice(0, at) + put + text.slice(at + gone)
        expect(await read(changed)).toEqual(known(changed))
        expect(await read(text.slice(0, at))).toEqual(known(text.slice(0, at)))
      },
    ),
    { numRuns: 100 },
  )
})

test.each([
  ['escapes at every position of a long string', JSON.stringify('\\"\u0001\ud800é𝒳'.repeat(longText / 4))],
  ['names from Object.prototype', `{"__proto__":{"a":"${filler}"},"constructor":1,"a":["${filler}"],"a":2}`],
  ['surrounding white space', ` \n["${filler}" , 1 ]\t`],
  ['long white space in empty containers', `[[${' '.repeat(longText)}],{${' '.repeat(longText)}}]`],
  ['two values', `["${filler}"] 1`],
  ['a long number', '1'.repeat(2 * longText)],
  ['a name without a value', `{"a":"${filler}","b"}`],
  ['a trailing comma', `["${filler}",]`],
  ['mismatched brackets', `["${filler}"}`],
  ['a control character in a long string', `"${filler}\n${filler}"`],
])('handles %s like JSON.parse', async (_, text) => {
  expect(await read(text)).toEqual(known(text))
})
