import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { placeSchema } from '../../model/place.ts'
import { loadGazetteer } from './load-built.ts'
import { townAliases } from './names/names.ts'
import { createPlaces } from './places.ts'
import { searchStays } from './search-stays.ts'

const places = createPlaces()
const gazetteer = loadGazetteer(findProjectRoot())
const search = (query: string) => searchStays(places, gazetteer, query)
const best = (query: string) => {
  const [first] = search(query)
  return first && (first.code || `${first.name}, ${first.country}`)
}

describe('places to stay', () => {
  test.each([
    ['Kyoto', 'Kyoto, Japan'],
    ['kyōto', 'Kyoto, Japan'],
    ['京都', 'Kyoto, Japan'],
    ['Kioto', 'Kyoto, Japan'],
    ['Versailles', 'Versailles, France'],
    ['versailles kentucky', 'Versailles, Kentucky, United States'],
    ['Banff', 'Banff, Alberta, Canada'],
    ['banff, scotland', 'Banff, Scotland, United Kingdom'],
    ['Brugge', 'Brugge, Belgium'],
    ['Bruges', 'Brugge, Belgium'],
    ['Eiffel Tower', 'Eiffel Tower, France'],
    ['eiffelturm', 'Eiffel Tower, France'],
    ['montmartre', 'Montmartre, France'],
    ['Shibuya', 'Shibuya, Japan'],
    ['Paris', 'PAR'],
    ['paris texas', 'Paris, Texas, United States'],
    ['東京', 'TYO'],
    ['Москва', 'MOW'],
    ['tokyo', 'TYO'],
    ['New York', 'NYC'],
    ['LON', 'LON'],
    ['JFK', 'JFK'],
    ['Muenchen', 'MUC'],
    ['Franfurt', 'FRA'],
    ['san fr', 'SFO'],
    ['St Andrews, UK', 'Saint Andrews, Scotland, United Kingdom'],
    ['st andrews scotland', 'Saint Andrews, Scotland, United Kingdom'],
    ['St Malo', 'Saint-Malo, France'],
    ['Saint Moritz', 'St. Moritz, Switzerland'],
    ['Mt Vernon, WA', 'Mount Vernon, Washington, United States'],
    ['Bath, UK', 'Bath, United Kingdom'],
    ['Versailles KY', 'Versailles, Kentucky, United States'],
    ['Ｋｙｏｔｏ', 'Kyoto, Japan'],
    ['福岡', 'FUK'],
    ['Aten', 'ATH'],
    ['Saint Petersburg', 'LED'],
    ['London, UK', 'LON'],
    ['New York, USA', 'NYC'],
    ['Sydney NSW', 'SYD'],
    ['airport', 'Airport West, Victoria, Australia'],
  ])('%j finds %s first', (query, wanted) => {
    expect(best(query)).toBe(wanted)
  })

  test('lists a city once, by its code', () => {
    for (const [query, code] of [
      ['Paris', 'PAR'],
      ['Moscow', 'MOW'],
      ['Lisbon', 'LIS'],
      ['Saint Petersburg', 'LED'],
      ['St Petersburg', 'LED'],
    ] as const) {
      const centre = places.byCode(code)?.centre
      const same = search(query).filter(
        ({ type, lat, lon }) =>
          type === 'town' && centre && Math.abs(lat - centre.lat) + Math.abs(lon - centre.lon) < 0.05,
      )
      expect(same).toEqual([])
      expect(search(query).filter((found) => found.code === code)).toHaveLength(1)
    }
  })

  test('finds a place by its coordinates', () => {
    const [kyoto] = search('Kyoto')
    expect(kyoto && gazetteer.at(kyoto.lat, kyoto.lon)).toMatchObject({ name: 'Kyoto', countryCode: 'JP' })
    expect(gazetteer.at(0, 0)).toBeUndefined()
  })

  test('returns at most eight valid places for any words', () => {
    const word = fc.oneof(fc.string({ maxLength: 90 }), fc.constantFrom('san', 'new', '|', '\n', '\t', 'a|b', ' '))
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), (words) => {
        const found = search(words.join(' '))
        expect(found.length).toBeLessThanOrEqual(8)
        for (const place of found) placeSchema.parse(place)
      }),
      { numRuns: 100 },
    )
  })

  test('every alias belongs to a town in the data', () => {
    const lost = Object.entries(townAliases).filter(([key, names]) => {
      const [name, country] = [key.slice(0, -4), key.slice(-2)]
      const wanted = names[0] ?? ''
      return !gazetteer.search(wanted, 16).some((entry) => entry.name === name && entry.countryCode === country)
    })
    expect(lost.map(([key]) => key)).toEqual([])
  })
})
