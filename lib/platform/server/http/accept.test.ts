import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readAccept } from './ndjson.ts'

it.each<[header: string, wanted: number]>([
  ['text/html', 1],
  ['text/html;q=0.5', 0.5],
  ['TEXT/HTML ; Q=0.5', 0.5],
  ['text/html;level=1;q=0.25', 0.25],
  ['text/html;q=0', 0],
  ['text/html;q=0.000', 0],
  ['text/*;q=0.2, */*;q=0.1', 0.2],
  ['*/*;q=0.1', 0.1],
  ['text/html;q=0, text/*, */*', 0],
  ['application/json', 0],
  ['', 0],
  [',, text/html', 1],
  ['a/b;x=", text/html", c/d', 0],
  ['a/b;x="\\", text/html", text/*;q=0.3', 0.3],
  ['a/b;x=";q=0";q=1, text/html;x=";q=0"', 1],
  ['a/b;x="open, text/html', 0],
  ['text/html;q=2', 0],
  ['text/html;q=-1', 0],
  ['text/html;q=', 0],
  ['text/html;q=0.1234', 0],
  ['text html', 0],
  ['text/html;q=0.4, text/html', 0.4],
])('the header %j gives HTML the weight %d', (header, wanted) => {
  expect(readAccept(header)('text/html')).toBe(wanted)
})

it('with byName, matches only the exact type', () => {
  expect(readAccept('text/*, */*')('text/html', 'byName')).toBe(0)
  expect(readAccept('text/*, text/html;q=0.5')('text/html', 'byName')).toBe(0.5)
})

const name = fc.stringMatching(/^[a-z0-9+.-]{1,8}$/)
const space = fc.constantFrom('', ' ', '\t ')
const weight = fc.integer({ min: 0, max: 1000 })
const parameter = fc.constantFrom('', ';level=1', ';x="a, b;q=0"')

it("finds each type's own weight, in any spelling of the header", () => {
  const range = fc.record({ type: name, subtype: name, weight, space, parameter, isLoud: fc.boolean() })
  const ranges = fc.uniqueArray(range, { selector: ({ type, subtype }) => `${type}/${subtype}`, maxLength: 8 })
  fc.assert(
    fc.property(ranges, (all) => {
      const header = all.map(({ type, subtype, weight: at, space: gap, parameter: more, isLoud }) => {
        const text = `${gap}${type}/${subtype}${more}${gap};${gap}q=${(at / 1000).toFixed(3)}${gap}`
        return isLoud ? text.toUpperCase() : text
      })
      const wanted = readAccept(header.join(','))
      for (const { type, subtype, weight: at } of all) expect(wanted(`${type}/${subtype}`)).toBe(at / 1000)
      expect(wanted('not/named')).toBe(0)
    }),
  )
})

it('returns a weight from 0 to 1 for any header', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'text/html*;q=01., "\\') }), (header) => {
      const wanted = readAccept(header)('text/html')
      expect(wanted >= 0 && wanted <= 1).toBe(true)
    }),
  )
})
