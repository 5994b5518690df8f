import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kmBetween } from '#lib/travel/model/distance.ts'
import { readablePlaceName } from '#lib/travel/model/readable-place-name.ts'
import { fold } from '#lib/travel/server/places/normalize.ts'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { readCoast } from '../geography/coast.ts'
import { createSettlements } from '../geography/settlements.ts'
import { generateHotels } from './generate-hotels.ts'
import { createInventory } from './inventory.ts'

const places = createPlaces()
const coast = readCoast(places.root)
const settlements = createSettlements(places)
const inventory = createInventory(settlements, coast, places.airport)

function hotelsOf(code: string) {
  const settlement = settlements.byCode(code)
  if (settlement === undefined) throw new Error(`no town ${code}`)
  return generateHotels(settlement, coast)
}

type Point = { readonly lat: number; readonly lon: number }

/** The distance on a sphere of 6371 km radius, computed from the chord; the code under test uses angles. */
function throughTheBallKm(from: Point, to: Point): number {
  const place = ({ lat, lon }: Point) => {
    const [north, east] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180]
    return { x: Math.cos(north) * Math.cos(east), y: Math.cos(north) * Math.sin(east), z: Math.sin(north) }
  }
  const [a, b] = [place(from), place(to)]
  return 2 * 6371 * Math.asin(Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z) / 2)
}

const wordsOf = (name: string) => name.toLowerCase().split(' ')
const isTwice = (word: string, words: readonly string[]) => words.indexOf(word) !== words.lastIndexOf(word)
const joining = new Set(
  wordsOf(
    'a al am da de del della der des di do dos du e el et i il la las le les los no of on san sant santa the u y',
  ),
)

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

describe('hotels', () => {
  test('of any town are on land near its centre, have unique IDs and names, and are the same every time', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places.airportCodes), (code) => {
        const hotels = hotelsOf(code)
        expect(hotelsOf(code)).toEqual(hotels)
        for (const { position, settlement, hotelId } of hotels) {
          expect([hotelId, coast.isLand(position)]).toEqual([hotelId, true])
          expect(kmBetween(position, settlement.centre)).toBeLessThan(40)
          expect(hotelId).toMatch(/^[A-Z]{5}[A-Z0-9]{3}$/)
          expect(hotelId.slice(2, 5)).toBe(settlement.code)
        }
        expect(new Set(hotels.map(({ hotelId }) => hotelId)).size).toBe(hotels.length)
        const houses = new Set(hotels.map(({ dupeId }) => dupeId))
        expect(new Set(hotels.map(({ name }) => name)).size).toBe(houses.size)
      }),
      {
        numRuns: 50,
        examples: [['NCE'], ['AUA'], ['HND'], ['MLE'], ['JTR'], ['ORD'], ['CPH'], ['LAS'], ['SUV'], ['VPS']],
      },
    )
  })

  test('of any town have names that repeat no word and can be restored from capitals', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places.airportCodes), (code) => {
        for (const { name, settlement } of hotelsOf(code)) {
          // A page restores these names from the upper-case names of the list, except for words without a vowel.
          const asShown = readablePlaceName(name.toUpperCase())
          const spoken = (text: string) => text.replace(/\b[^aeiouy\s]+\b/gi, (word) => word.toUpperCase())
          expect(spoken(asShown)).toBe(spoken(name))
          // Only the town's own name may have a capital article, such as Des Moines.
          expect(name.replace(settlement.name, '')).not.toMatch(
            / (De|Del|Des|Du|Di|Do|Dos|Of|And)( |$)| (de|of) (La|Las|Los|The)( |$)/,
          )
          // The town's own name may repeat a word, such as Baden Baden, and articles may repeat.
          const said = wordsOf(name).filter((word) => !joining.has(word))
          const ofTown = wordsOf(fold(settlement.name)).filter((word) => !joining.has(word))
          const twice = said.filter((word, at) => said.indexOf(word) !== at)
          expect([name, twice.filter((word) => !isTwice(word, ofTown))]).toEqual([name, []])
        }
      }),
      {
        numRuns: 50,
        examples: [['MYR'], ['ALW'], ['ACA'], ['EYW'], ['SJD'], ['PAR'], ['KLU'], ['AAN'], ['LIS'], ['DSM']],
      },
    )
  })

  test('have at most one compass direction in their name', () => {
    const sides =
      /\b(North|South|West|Nord|Sud|Norte|Sur|Sul|Sued|Syd|Vest|Sever|Jih|Zapad|Kita|Minami|Higashi|Nishi)\b/g
    for (const code of ['PAR', 'GRU', 'LON', 'MEX', 'FCO', 'BER', 'CPH', 'PRG', 'DXB', 'BKK', 'NRT']) {
      const onTwo = hotelsOf(code).filter(({ name }) => (name.match(sides) ?? []).length > 1)
      expect(onTwo.map(({ name }) => name)).toEqual([])
    }
  })

  test('are many in large cities and few in villages', () => {
    expect(hotelsOf('PAR').length).toBeGreaterThan(1000)
    const centre = inventory.centreOf('PAR')
    expect(centre && inventory.around(centre, 5).length).toBeGreaterThan(700)
    expect(hotelsOf('HAA').length).toBeLessThan(10)
    expect(hotelsOf('HAA').length).toBeGreaterThan(1)
  })

  test('are denser in the middle of a city', () => {
    const hotels = hotelsOf('PAR')
    const within = (km: number) => hotels.filter(({ kmFromCentre }) => kmFromCentre <= km).length
    expect(within(2) / 2 ** 2).toBeGreaterThan(2 * (within(6) / 6 ** 2))
  })

  test('at a beach lie along the shore', () => {
    const toShore = (code: string) =>
      hotelsOf(code).map(({ position }) =>
        Math.min(...coast.shoreNear(position, 15).map(({ from }) => kmBetween(from, position)), 15),
      )
    expect(median(toShore('AUA'))).toBeLessThan(1.5)
    expect(median(toShore('PMI'))).toBeLessThan(1.5)
    expect(median(toShore('MAD'))).toBe(15)
  })

  test('stay out of lakes that the map counts as land', () => {
    const centre = settlements.byCode('CHI')?.centre ?? { lat: Number.NaN, lon: Number.NaN }
    const beside = hotelsOf('CHI').filter(({ position }) => Math.abs(position.lat - centre.lat) < 0.03)
    expect(beside.length).toBeGreaterThan(10)
    for (const { position } of beside) expect(position.lon).toBeLessThan(centre.lon + 0.018)
  })

  test('that merchants resell have several listings with the same property id, name, position and stars', () => {
    const hotels = hotelsOf('ROM')
    const resold = hotels.filter(
      ({ dupeId, source }) => source === 'BEDBANK' && hotels.filter((other) => other.dupeId === dupeId).length > 1,
    )
    expect(resold.length).toBeGreaterThan(10)
    for (const { dupeId } of resold) {
      const entries = hotels.filter((other) => other.dupeId === dupeId)
      expect(new Set(entries.map(({ name, position, stars }) => JSON.stringify([name, position, stars]))).size).toBe(1)
    }
  })

  test('do not exist for a town that the map lacks', () => {
    expect(hotelsOf('RGI')).toEqual([])
  })

  test('are found around a point, the nearest first, in more than one town', () => {
    const centre = inventory.centreOf('OAK') ?? { lat: 0, lon: 0 }
    const found = inventory.around(centre, 40)
    expect(found.map(({ km }) => km)).toEqual(found.map(({ km }) => km).toSorted((a, b) => a - b))
    expect(new Set(found.map(({ hotel }) => hotel.settlement.code)).size).toBeGreaterThan(1)
    for (const { hotel, km } of found.slice(0, 50)) {
      expect(inventory.byId(hotel.hotelId)).toEqual(hotel)
      expect(km).toBeCloseTo(throughTheBallKm(centre, hotel.position), 6)
    }
  })

  test('are not found by an unknown ID', () => {
    expect(inventory.byId('QHPAR000')).toBeUndefined()
    expect(inventory.byId('QHXXXAAA')).toBeUndefined()
  })
})
