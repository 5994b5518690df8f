import { describe, expect, test } from 'vitest'
import { kmBetween } from '#lib/travel/model/distance.ts'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { createSettlements } from './settlements.ts'

const places = createPlaces()
const settlements = createSettlements(places)

describe('towns', () => {
  test.each([
    ['PAR', 48.86, 2.35],
    ['LYS', 45.76, 4.84],
    ['DEN', 39.74, -104.98],
    ['BLR', 12.97, 77.59],
    ['NRT', 35.68, 139.76],
  ])('have their centre in the city, not at the airport: %s', (code, lat, lon) => {
    const centre = settlements.byCode(code)?.centre
    expect(centre && kmBetween(centre, { lat, lon })).toBeLessThan(6)
  })

  test('have one code for all airports of an area or city', () => {
    for (const code of ['LHR', 'LGW', 'STN', 'LON']) expect(settlements.byCode(code)?.code).toBe('LON')
    expect(settlements.byCode('DAL')).toBe(settlements.byCode('DFW'))
  })

  test('exist for every airport', () => {
    expect(places.airportCodes.filter((code) => settlements.byCode(code) === undefined)).toEqual([])
  })

  test('are found by distance, also across the date line', () => {
    const around = (lat: number, lon: number, km: number) => settlements.near({ lat, lon }, km).map(({ code }) => code)
    expect(around(48.86, 2.35, 10)).toEqual(['PAR'])
    const towns = new Set(places.airportCodes.flatMap((code) => settlements.byCode(code) ?? []))
    for (const [lat, lon, km] of [
      [-17, -179.9, 300],
      [50, 8.5, 300],
      [69, 18, 480],
    ] as const) {
      const expected = [...towns].filter(({ centre }) => kmBetween(centre, { lat, lon }) <= km).map(({ code }) => code)
      expect(around(lat, lon, km).sort()).toEqual(expected.sort())
      expect(expected.length).toBeGreaterThan(1)
    }
  })
})
