import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longText } from './is-light.ts'
import { parseJson } from './parse-json.ts'

/** What `JSON.parse` makes of it, or that it throws. */
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
/** Any JSON with one value in it that is long, so that all around it is opened. */
const around = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.constant<unknown>(filler),
    fc.jsonValue(),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'binary', maxLength: 4 }), tie('tree'), { maxKeys: 4 }),
  ),
})).tree

test('long texts are read as JSON.parse reads them', async () => {
  await fc.assert(
    fc.asyncProperty(around, fc.constantFrom('', ' ', '\n\t'), async (value, space) => {
      const text = JSON.stringify([value, filler, [], {}, [[filler]], { a: { b: filler } }], null, space)
      expect(await read(text)).toEqual(known(text))
    }),
  )
}, 120_000)

test('texts that are cut, or wrong at some place, are refused as JSON.parse refuses them', async () => {
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
    { numRuns: 300 },
  )
}, 120_000)

test.each([
  ['escapes at every place of a long string', JSON.stringify('\\"\u0001\ud800é𝒳'.repeat(longText / 4))],
  ['names of prototypes', `{"__proto__":{"a":"${filler}"},"constructor":1,"a":["${filler}"],"a":2}`],
  ['nothing but space around', ` \n["${filler}" , 1 ]\t`],
  ['much space in nothing', `[[${' '.repeat(longText)}],{${' '.repeat(longText)}}]`],
  ['two values', `["${filler}"] 1`],
  ['a long number', '1'.repeat(2 * longText)],
  ['a name without a value', `{"a":"${filler}","b"}`],
  ['a comma at the end', `["${filler}",]`],
  ['another end than its start', `["${filler}"}`],
  ['a control character in a long string', `"${filler}\n${filler}"`],
])('%s: the same as JSON.parse', async (_, text) => {
  expect(await read(text)).toEqual(known(text))
})
