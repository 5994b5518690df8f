import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKnownValues } from '../redact/known-values.ts'
import { createScrubber } from './scrub.ts'

const mask = '__secret_KEY__'
const shownFor = async (value: string, body: string | Uint8Array) => {
  const known = createKnownValues([value], { parts: true })
  const scrubber = createScrubber([{ value, mask }], known, () => false)
  return Buffer.from(await scrubber.bytes(Buffer.from(body))).toString()
}

describe('a JSON answer with a masked value', () => {
  it.each([
    ['a number', '12345678', '{"id":12345678,"big":3.5e300}', { id: mask, big: 3.5e300 }],
    ['a part of a number', 'k-12345678', '[912345678.5e3, 1]', ['9[REDACTED].5e3', 1]],
    ['a literal', 'true', '{"ok":true,"no":false}', { ok: mask, no: false }],
    ['null', 'null', '[null,{"a": null}]', [mask, { a: mask }]],
    ['text after a backslash', 'n8sd7f6g5', String.raw`{"a":"x\n8sd7f6g5"}`, { a: 'x\n[REDACTED]' }],
    ['the digits of an escape', '0041bcdef1', String.raw`{"a":"\u0041bcdef1"}`, { a: '[REDACTED]' }],
    ['a quote', 'ab"cd\\ef"gh', JSON.stringify({ a: 'x ab"cd\\ef"gh' }), { a: `x ${mask}` }],
    ['a backslash at its end', 'abcdefgh\\', JSON.stringify({ a: 'abcdefgh\\' }), { a: mask }],
    ['a name', '12345678', '{"12345678":12345678}', { [mask]: mask }],
    ['in a text beyond ASCII', '12345678', '{"a":"ü 12345678","n":12345678}', { a: `ü ${mask}`, n: mask }],
    ['a text beyond ASCII', '12345678', '{"é":"ü\\u00e9","n":12345678}', { é: 'üé', n: mask }],
  ])('stays JSON when the value is %s', async (_, value, body, shown) => {
    expect(JSON.parse(await shownFor(value, body))).toEqual(shown)
  })

  it('keeps everything else as it was sent', async () => {
    expect(await shownFor('12345678', ' {"n" : 12345678, "id":33333333333333333333, "t":"\\u00e9\\/"}\n')).toBe(
      ` {"n" : "${mask}", "id":33333333333333333333, "t":"\\u00e9\\/"}\n`,
    )
  })

  it('keeps the text around a value in UTF-8 as it was sent, and finds a value beyond ASCII', async () => {
    expect(await shownFor('gehéim-12345', '{"é":"ü gehéim-12345"}')).toBe(`{"é":"ü ${mask}"}`)
    // Here the mask alone would break the number.
    expect(await shownFor('12345678é', '{"a":"12345678é","n":12345678}')).toBe(`{"a":"${mask}","n":"[REDACTED]"}`)
  })

  it('is masked completely when the value goes over several of its texts', async () => {
    expect(await shownFor('first":"second', '{"a":{"first":"second"},"n":1}')).toBe('"[REDACTED]"')
  })

  it('stays JSON in each line', async () => {
    const lines = (await shownFor('12345678', '{"n":12345678}\n{"n":1}\n')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual([{ n: mask }, { n: 1 }])
  })

  it('stays JSON in Latin-1', async () => {
    const shown = await shownFor('12345678', Buffer.from('{"a":"é 12345678","n":12345678}', 'latin1'))
    expect(JSON.parse(shown)).toEqual({ a: `é ${mask}`, n: mask })
  })

  it('shows no part of any value, and stays JSON, whatever the value and the answer are', async () => {
    const piece = fc.constantFrom('"', '\\', 'n', 'u', '0', '1', '7', ',', ':', '{', '}', '[', ']', 'true', 'é', ' ')
    const values = fc.array(piece, { minLength: 8, maxLength: 12 }).map((pieces) => pieces.join(''))
    const withValue = (value: string) =>
      fc.array(fc.constantFrom(value, 'a', '1', '\\', '"')).map((all) => all.join(''))
    await fc.assert(
      fc.asyncProperty(
        values.chain((value) =>
          fc.tuple(fc.constant(value), fc.dictionary(withValue(value), fc.oneof(withValue(value), fc.jsonValue()))),
        ),
        async ([value, answer]) => {
          const shown = JSON.parse(await shownFor(value, JSON.stringify(answer)))
          const texts: string[] = []
          JSON.stringify(shown, (name, item) => {
            texts.push(name, ...(typeof item === 'string' ? [item] : []))
            return item
          })
          for (const text of texts) expect(text).not.toContain(value)
        },
      ),
    )
  })

  it('leaves other answers as text', async () => {
    expect(await shownFor('12345678', 'n = 12345678;')).toBe(`n = ${mask};`)
  })
})
