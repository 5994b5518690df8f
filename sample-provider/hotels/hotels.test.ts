import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { kmBetween } from '#lib/travel/model/distance.ts'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { createInventory, type Hotel } from './hotels.ts'
import { createLand, readLand } from './land.ts'
import { createTowns } from './towns.ts'

const places = createPlaces()
const isLand = readLand(places.root)
const towns = createTowns(places)
const open = () => createInventory(towns, isLand, places.airport)
const inventory = open()

const hotelsOf = (code: string, from = inventory): Hotel[] => {
  const town = towns.byCode(code)
  if (town === undefined) throw new Error(`no town ${code}`)
  return from.around(town.centre, 40).flatMap(({ hotel }) => (hotel.town === town ? [hotel] : []))
}

describe('land', () => {
  /** Builds land from closed rings of [longitude, latitude], encoded in steps of one degree as in a topology. */
  const landOf = (...rings: [number, number][][]) =>
    createLand({
      arcs: rings.map((ring) =>
        ring.map(([lon, lat], at): [number, number] => {
          const [lastLon, lastLat] = at === 0 ? [0, 0] : (ring[at - 1] ?? [0, 0])
          return [lon - lastLon, lat - lastLat]
        }),
      ),
      transform: { scale: [1, 1], translate: [0, 0] },
    })
  const square = (west: number, south: number, east: number, north: number): [number, number][] => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const land = landOf(square(10, 40, 20, 50), square(13, 43, 16, 46), square(-30, 0, -20, 10))
  const overDateLine = landOf(square(170, -20, -170, -10))

  test.each([
    ['inside', land, 11, 41, true],
    ['in an enclosed bay', land, 14, 44, false],
    ['north of that bay', land, 14, 48, true],
    ['outside', land, 25, 45, false],
    ['south of the land', land, 15, 30, false],
    ['on another island', land, -25, 5, true],
    ['at the North Pole', land, 15, 90, false],
    ['west of the date line', overDateLine, 179.9, -15, true],
    ['east of the date line', overDateLine, -179.9, -15, true],
    ['far from the date line', overDateLine, 169, -15, false],
  ])('is told from sea: %s', (_, isThere, lon, lat, expected) => {
    expect(isThere({ lat, lon })).toBe(expected)
  })
})

describe('towns', () => {
  test.each([
    ['PAR', 48.86, 2.35],
    ['LYS', 45.76, 4.84],
    ['BLR', 12.97, 77.59],
    ['NRT', 35.68, 139.76],
  ])('have their centre in the city, not at the airport: %s', (code, lat, lon) => {
    const centre = towns.byCode(code)?.centre
    expect(centre && kmBetween(centre, { lat, lon })).toBeLessThan(6)
  })

  test('have one code for all airports of an area or city, and exist for every airport', () => {
    for (const code of ['LHR', 'LGW', 'STN', 'LON']) expect(towns.byCode(code)?.code).toBe('LON')
    expect(towns.byCode('DAL')).toBe(towns.byCode('DFW'))
    expect(places.airportCodes.filter((code) => towns.byCode(code) === undefined)).toEqual([])
  })

  test('are found by distance, also across the date line', () => {
    const all = new Set(places.airportCodes.flatMap((code) => towns.byCode(code) ?? []))
    const near = towns.near({ lat: -17, lon: -179.9 }, 300)
    expect(new Set(near)).toEqual(
      new Set([...all].filter(({ centre }) => kmBetween(centre, { lat: -17, lon: -179.9 }) <= 300)),
    )
    expect(near.length).toBeGreaterThan(1)
  })
})

describe('hotels', () => {
  test('of any town are on land near its centre, have unique IDs and names, and are the same every time', () => {
    fc.assert(
      fc.property(fc.constantFrom(...places.airportCodes), (code) => {
        const hotels = hotelsOf(code)
        expect(hotelsOf(code, open())).toEqual(hotels)
        for (const { position, town, hotelId } of hotels) {
          expect([hotelId, isLand(position)]).toEqual([hotelId, true])
          expect(kmBetween(position, town.centre)).toBeLessThan(40)
          expect(hotelId).toMatch(/^[A-Z]{5}[A-Z0-9]{3}$/)
          expect(hotelId.slice(2, 5)).toBe(town.code)
        }
        expect(new Set(hotels.map(({ hotelId }) => hotelId)).size).toBe(hotels.length)
        const houses = new Set(hotels.map(({ dupeId }) => dupeId))
        expect(new Set(hotels.map(({ name }) => name)).size).toBe(houses.size)
      }),
      { numRuns: 20, examples: [['NCE'], ['AUA'], ['HND'], ['MLE'], ['JTR'], ['ORD'], ['LAS'], ['SUV'], ['VPS']] },
    )
  })

  test('are many in large cities, few in villages, and none in a town that the map lacks', () => {
    expect(hotelsOf('PAR').length).toBeGreaterThan(700)
    expect(hotelsOf('HAA').length).toBeGreaterThan(1)
    expect(hotelsOf('HAA').length).toBeLessThan(10)
    expect(hotelsOf('RGI')).toEqual([])
  })

  test('are denser in the middle of a city; at a beach, most stand at the shore', () => {
    const within = (km: number) => hotelsOf('PAR').filter(({ kmFromCentre }) => kmFromCentre <= km).length
    expect(within(2) / 2 ** 2).toBeGreaterThan(2 * (within(6) / 6 ** 2))
    const atShore = (code: string) => hotelsOf(code).filter(({ isAtShore }) => isAtShore).length / hotelsOf(code).length
    for (const code of ['AUA', 'PMI', 'CUN']) expect([code, atShore(code) > 0.5]).toEqual([code, true])
    expect(atShore('MAD')).toBe(0)
  })

  test('that merchants resell have several listings with the same property id, name, position and stars', () => {
    const entries = [...Map.groupBy(hotelsOf('ROM'), ({ dupeId }) => dupeId).values()].filter(
      ({ length }) => length > 1,
    )
    expect(entries.length).toBeGreaterThan(10)
    for (const listed of entries) {
      expect(new Set(listed.map(({ isResold }) => isResold))).toEqual(new Set([true, false]))
      expect(new Set(listed.map(({ name, position, stars }) => JSON.stringify([name, position, stars]))).size).toBe(1)
    }
  })

  test('are found around a point, the nearest first, in more than one town, and by their ID', () => {
    const centre = inventory.centreOf('OAK') ?? { lat: 0, lon: 0 }
    const found = inventory.around(centre, 40)
    expect(found.map(({ km }) => km)).toEqual(found.map(({ km }) => km).toSorted((a, b) => a - b))
    expect(new Set(found.map(({ hotel }) => hotel.town.code)).size).toBeGreaterThan(1)
    for (const { hotel, km } of found.slice(0, 50)) {
      expect(inventory.byId(hotel.hotelId)).toEqual(hotel)
      expect(km).toBe(kmBetween(centre, hotel.position))
    }
    for (const id of ['QHPAR000', 'QHXXXAAA']) expect(inventory.byId(id)).toBeUndefined()
  })
})
