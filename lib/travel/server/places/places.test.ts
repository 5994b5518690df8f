import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { placeSchema } from '../../model/place.ts'
import { isZone } from './is-zone.ts'
import { metroAreas } from './metro-areas.ts'
import { createPlaces } from './places.ts'

const places = createPlaces()

describe('search', () => {
  test.each([
    ['SEA', 'SEA'],
    ['sea', 'SEA'],
    ['seattle', 'SEA'],
    ['tokyo', 'TYO'],
    ['tokio', 'TYO'],
    ['zurich', 'ZRH'],
    ['zürich', 'ZRH'],
    ['sao paulo', 'SAO'],
    ['São Paulo', 'SAO'],
    ['new york', 'NYC'],
    ['new yrok', 'NYC'],
    ['New York City', 'NYC'],
    ['munich', 'MUC'],
    ['münchen', 'MUC'],
    ['MUENCHEN', 'MUC'],
    ['cologne', 'CGN'],
    ['köln', 'CGN'],
    ['geneva', 'GVA'],
    ['genève', 'GVA'],
    ['nrt', 'NRT'],
    ['heathrow', 'LHR'],
    ['LON', 'LON'],
    ['london', 'LON'],
    ['paris', 'PAR'],
    ['aruba', 'AUA'],
    ['bali', 'DPS'],
    ['st louis', 'STL'],
    ['saint louis', 'STL'],
    ['st. petersburg', 'LED'],
    ['san fr', 'SFO'],
    ['dallas', 'DFW'],
    ['birmingham', 'BHX'],
    ['portland', 'PDX'],
    ['portland maine', 'PWM'],
    ['sydney', 'SYD'],
    ['istanbul', 'IST'],
    ['shanghai', 'SHA'],
    ['washington dc', 'WAS'],
    ['japan', 'TYO'],
    ['canada', 'YTO'],
    ['mexico city', 'MEX'],
    ['newark', 'EWR'],
    ['charles de gaulle', 'CDG'],
    ['kiev', 'KBP'],
    ['tenerife', 'TCI'],
    ['  Franfurt ', 'FRA'],
    ['London, UK', 'LON'],
    ['new york usa', 'NYC'],
    ['dubai uae', 'DXB'],
    ['Atlanta, GA', 'ATL'],
    ['Dallas TX', 'DFW'],
    ['New York, NY', 'NYC'],
    ['Portland, ME', 'PWM'],
    ['portland or', 'PDX'],
    ['Vancouver, BC', 'YVR'],
    ['Melbourne VIC', 'MEL'],
    ['washington d.c.', 'WAS'],
    ['USA', 'USA'],
    ['ＴＯＫＹＯ', 'TYO'],
    ['ＮＲＴ', 'NRT'],
    ['ﾛﾝﾄﾞﾝ', 'LON'],
    ['福岡', 'FUK'],
    ['バンコク', 'BKK'],
    ['Αθήνα', 'ATH'],
    ['Firenze', 'FLR'],
    ['Nuku‘alofa', 'TBU'],
  ])('%j finds %s first', (query, code) => {
    expect(places.search(query)[0]?.code).toBe(code)
  })

  test('lists an area before its airports, the busiest first', () => {
    expect(places.search('london', 4).map(({ code }) => code)).toEqual(['LON', 'LHR', 'LGW', 'STN'])
    expect(places.search('LON', 3).map(({ code }) => code)).toEqual(['LON', 'LHR', 'LGW'])
  })

  test('returns at most `limit` places, by default eight', () => {
    expect(places.search('san')).toHaveLength(8)
    expect(places.search('san', 3)).toHaveLength(3)
    expect(places.search('san', 0)).toEqual([])
  })

  test.each([
    ['nothing', ''],
    ['spaces', '   '],
    ['control characters', '\u0000\u0007\u001b[31m'],
    ['an emoji', '😀'],
    ['nonsense', 'qqqqxxxxzzzz'],
    ['ten thousand letters', 'x'.repeat(10_000)],
    ['an object key', 'hasOwnProperty'],
  ])('%s finds nothing', (_, query) => {
    expect(places.search(query)).toEqual([])
  })

  test('returns valid wire objects for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: anyCharacter }), fc.string({ maxLength: 6 }), fc.lorem()), (query) => {
        const found = places.search(query, 5)
        expect(found.length).toBeLessThanOrEqual(5)
        for (const place of found) placeSchema.strict().parse(place)
      }),
      { numRuns: 200 },
    )
  })

  test('finds a city despite one typo', () => {
    const cities = [
      ['amsterdam', 'AMS'],
      ['copenhagen', 'CPH'],
      ['johannesburg', 'JNB'],
      ['vancouver', 'YVR'],
      ['melbourne', 'MEL'],
    ] as const
    fc.assert(
      fc.property(
        fc.constantFrom(...cities),
        fc.nat(),
        fc.constantFrom('drop', 'swap', 'replace'),
        ([city, code], at, edit) => {
          const index = at % (city.length - 1)
          const [a = '', b = ''] = [city[index], city[index + 1]]
          const middle = edit === 'drop' ? b : edit === 'swap' ? b + a : `q${b}`
          const typed = city.slice(0, index) + middle + city.slice(index + 2)
          expect(places.search(typed, 3).map((place) => place.code)).toContain(code)
        },
      ),
      { numRuns: 100 },
    )
  })
})

describe('places by code', () => {
  test('an airport has its zone, its country and the code of its city', () => {
    expect(places.byCode('NRT')).toMatchObject({
      type: 'airport',
      city: 'Tokyo',
      country: 'Japan',
      countryCode: 'JP',
      cityCode: 'TYO',
      zone: 'Asia/Tokyo',
      airports: ['NRT'],
    })
  })

  test('an area has its airports', () => {
    expect(places.byCode('LON')).toMatchObject({
      type: 'city',
      zone: 'Europe/London',
      airports: ['LHR', 'LGW', 'STN', 'LTN', 'LCY', 'SEN'],
    })
  })

  test('a code of both an area and an airport means the area, and the airport stays available', () => {
    expect(places.byCode('SHA')).toMatchObject({ type: 'city', airports: ['PVG', 'SHA'] })
    expect(places.airport('SHA')).toMatchObject({ code: 'SHA', city: 'Shanghai', cityCode: 'SHA' })
  })

  test.each([
    ['PAR', 48.86, 2.35],
    ['NYC', 40.71, -74.01],
    ['TYO', 35.69, 139.69],
    ['QLA', 34.05, -118.24],
    ['SEA', 47.61, -122.33],
    ['AUA', 12.52, -70.03],
    ['ORD', 41.85, -87.65],
  ])("the centre of %s is its city's, not its airport's", (code, lat, lon) => {
    const centre = places.byCode(code)?.centre
    expect(centre?.lat).toBeCloseTo(lat, 1)
    expect(centre?.lon).toBeCloseTo(lon, 1)
  })

  test('finds the nearest airport, even across the date line', () => {
    expect(places.nearest(48.8584, 2.2945)?.city).toBe('Paris')
    expect(places.nearest(-16.7, 179.99)?.zone).toBe('Pacific/Fiji')
  })

  test('finds no place for an unknown code, a lower-case code or an object key', () => {
    for (const code of ['XXX', 'nrt', '', 'constructor', '__proto__']) {
      expect(places.byCode(code)).toBeUndefined()
      expect(places.zoneOf(code)).toBeUndefined()
    }
  })

  test('every area has existing airports in its country', () => {
    for (const area of metroAreas) {
      expect([area.code, places.byCode(area.code)?.airports]).toEqual([area.code, area.airports])
      for (const code of area.airports) expect(places.airport(code)?.countryCode).toBe(area.country)
    }
  })

  test('every airport has a position and a zone known to this machine', () => {
    const codes = places.airportCodes.flatMap((code) => [code, places.airport(code)?.cityCode ?? code])
    const found = [...new Set(codes)].flatMap((code) => places.byCode(code) ?? [])
    expect(found.length).toBeGreaterThan(2500)
    for (const { code, lat, lon } of found) {
      const isPlaced = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0)
      expect([code, isZone(places.zoneOf(code) ?? ''), isPlaced]).toEqual([code, true, true])
    }
  })
})
