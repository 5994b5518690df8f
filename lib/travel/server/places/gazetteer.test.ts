import { describe, expect, test, vi } from 'vitest'
import { createGazetteer } from './gazetteer.ts'

type Town = readonly [names: string, name: string, country: string, region: string]

function gazetteerOf(towns: readonly Town[]) {
  const names = towns.map(([each]) => each).join('\n')
  const shown = towns.map(([, name, country, region]) =>
    ['town', name, country, region, '', '1.0000', '2.0000'].join('\t'),
  )
  return createGazetteer(Buffer.from(`key\n\n${names}\n\n${shown.join('\n')}\n`))
}
const namesOf = (found: readonly { name: string }[]) => found.map(({ name }) => name)

/** Towns, most populous first; those from `at` on are in Aruba. */
const saints = (count: number, at: number) =>
  Array.from({ length: count }, (_, each): Town => [`san ${each}`, `San ${each}`, each < at ? 'ES' : 'AW', ''])

describe('a gazetteer', () => {
  test('ranks whole names before prefixes of names, and these before later words; finds non-ASCII names', () => {
    const gazetteer = gazetteerOf([
      ['new kyoto', 'New Kyoto', 'US', ''],
      ['kyotoshi', 'Kyotoshi', 'JP', ''],
      ['kyoto|京都', 'Kyoto', 'JP', ''],
    ])
    expect(namesOf(gazetteer.search('Kyoto'))).toEqual(['Kyoto', 'Kyotoshi', 'New Kyoto'])
    expect(namesOf(gazetteer.search('京都'))).toEqual(['Kyoto'])
    expect(namesOf(gazetteer.search('京'))).toEqual(['Kyoto'])
    expect(namesOf(gazetteer.search('都'))).toEqual([])
  })

  test('reads the words after a name as its location, unless they belong to a name', () => {
    const gazetteer = gazetteerOf([
      ['paris', 'Paris', 'FR', ''],
      ['paris', 'Paris', 'US', 'Texas'],
      ['paris texas', 'Paris Texas', 'CL', ''],
    ])
    expect(gazetteer.search('paris tex').map(({ countryCode }) => countryCode)).toEqual(['CL'])
    expect(gazetteer.search('paris united states texas').map(({ countryCode }) => countryCode)).toEqual(['US'])
    expect(gazetteer.search('paris nowhere')).toEqual([])
    expect(gazetteer.search('nowhere paris')).toEqual([])
  })

  test('stops searching a short prefix after its most populous matches', () => {
    const gazetteer = gazetteerOf(saints(3000, 0))
    const look = vi.spyOn(Buffer.prototype, 'indexOf')
    expect(namesOf(gazetteer.search('san', 8))).toEqual(Array.from({ length: 8 }, (_, each) => `San ${each}`))
    expect(look.mock.calls.length).toBeLessThan(20)
  })

  test('reads only the 2000 most populous entries for a query with a location', () => {
    const nth = (at: number) => gazetteerOf(saints(3000, at)).search('san aruba', 3000).length
    expect([nth(1999), nth(2000)]).toEqual([1, 0])
    expect(gazetteerOf(saints(3000, 0)).search('san', 3000)).toHaveLength(3000)
  })

  test("reads an entry's location once and its country's name once", () => {
    const gazetteer = gazetteerOf(saints(500, 250))
    const countries = vi.spyOn(Intl.DisplayNames.prototype, 'of')
    const reads = vi.spyOn(Buffer.prototype, 'toString')
    expect(gazetteer.search('san zz')).toEqual([])
    expect([reads.mock.calls.length, countries.mock.calls.length]).toEqual([500, 2])
    expect(gazetteer.search('san zzz')).toEqual([])
    expect([reads.mock.calls.length, countries.mock.calls.length]).toEqual([500, 2])
    expect(gazetteer.search('san aruba', 500)).toHaveLength(250)
  })

  test('answers a repeated query from the cache', () => {
    const gazetteer = gazetteerOf(saints(5, 2))
    const found = gazetteer.search('San  aru', 2)
    expect(namesOf(found)).toEqual(['San 2', 'San 3'])
    expect(gazetteer.search('san ARU', 2)).toBe(found)
    expect(gazetteer.search('san aru', 1)).toHaveLength(1)
  })
})
