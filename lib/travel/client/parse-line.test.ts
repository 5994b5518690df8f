import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { parseLine } from './parse-line.ts'

/** The parsed line, and the number of steps that it took. */
function parsed(line: string) {
  const steps = parseLine(line)
  for (let count = 0; ; count++) {
    const { done, value } = steps.next()
    if (done) return { value, steps: count }
  }
}

const lineOf = (results: unknown, rest: object = {}) =>
  JSON.stringify({ type: 'answer', source: 'a', output: { status: 'success', ...rest, results } })

const filler = 'x'.repeat(5_000)
const hotel = (id: number) => ({ id: `${id}`, text: filler, parts: [{ kind: 'room' }, { id: 'tax', text: filler }] })
const hotels = Array.from({ length: 60 }, (_, id) => hotel(id))

describe('parseLine', () => {
  it('parses a long answer in pieces, however its results are nested', () => {
    const { value, steps } = parsed(lineOf(hotels))
    expect(value).toEqual(JSON.parse(lineOf(hotels)))
    expect(steps).toBeGreaterThan(10)
  })

  it('parses a line as a whole if a result has thousands of places that could be its end', () => {
    const parts = Array.from({ length: 5_000 }, (_, id) => ({ id: `${id}` }))
    expect(parsed(lineOf([{ ...hotel(0), parts }, ...hotels]))).toMatchObject({ steps: 0 })
  })

  it('gives what JSON.parse gives, for any results', () => {
    const text = fc.oneof(fc.string({ unit: anyCharacter }), fc.constantFrom(',{"id":"', '"results":[', ']}}', '\\'))
    const result = fc.record({ id: text, text, list: fc.array(fc.record({ id: text })), pad: fc.constant(filler) })
    fc.assert(
      fc.property(
        fc.array(fc.oneof(result, fc.json()), { maxLength: 30 }),
        fc.dictionary(text, text),
        (results, rest) => {
          const line = lineOf(results, rest)
          expect(parsed(line).value).toEqual(JSON.parse(line))
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each([
    ['another line', JSON.stringify({ type: 'sources', sources: hotels })],
    ['results that are no list', lineOf({ all: hotels })],
    ['results in another place', JSON.stringify({ results: hotels, output: { results: [filler.repeat(9)] } })],
    ['results before other fields', JSON.stringify({ output: { results: hotels, version: [1] } })],
    ['results with another first field', lineOf(hotels.map(({ id, ...rest }) => ({ ...rest, id })))],
    ['no results', lineOf([], { text: filler.repeat(9) })],
  ])('parses %s too', (_, line) => {
    expect(parsed(line).value).toEqual(JSON.parse(line))
  })

  it.each([
    ['cut off', lineOf(hotels).slice(0, -9)],
    ['without a comma between two results', lineOf(hotels).replace(',{"id":"30"', '{"id":"30"')],
    ['with an unfinished result', lineOf(hotels).replace('"text"', '"te')],
  ])('throws for a line %s', (_, line) => {
    expect(() => parsed(line)).toThrow(SyntaxError)
  })
})
