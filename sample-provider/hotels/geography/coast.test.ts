import { describe, expect, test } from 'vitest'
import { createCoast } from './coast.ts'

/** Builds a coast from closed rings of [longitude, latitude], encoded in steps of one degree as in a topology. */
function coastOf(...rings: [number, number][][]) {
  const arcs = rings.map((ring) =>
    ring.map(([lon, lat], at): [number, number] => {
      const [lastLon, lastLat] = at === 0 ? [0, 0] : (ring[at - 1] ?? [0, 0])
      return [lon - lastLon, lat - lastLat]
    }),
  )
  return createCoast({ arcs, transform: { scale: [1, 1], translate: [0, 0] } })
}

const square = (west: number, south: number, east: number, north: number): [number, number][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
]

describe('a coast', () => {
  const coast = coastOf(square(10, 40, 20, 50), square(13, 43, 16, 46), square(-30, 0, -20, 10))

  test.each([
    ['inside', 11, 41, true],
    ['in an enclosed bay', 14, 44, false],
    ['north of that bay', 14, 48, true],
    ['outside', 25, 45, false],
    ['south of the land', 15, 30, false],
    ['on another island', -25, 5, true],
    ['at the North Pole', 15, 90, false],
  ])('tells land from sea: %s', (_, lon, lat, isLand) => {
    expect(coast.isLand({ lat, lon })).toBe(isLand)
  })

  test('continues across the date line', () => {
    const island = coastOf([
      [170, -20],
      [-170, -20],
      [-170, -10],
      [170, -10],
      [170, -20],
    ])
    for (const lon of [171, 179.9, -179.9, -171]) expect([lon, island.isLand({ lat: -15, lon })]).toEqual([lon, true])
    for (const lon of [169, -169, 0]) expect([lon, island.isLand({ lat: -15, lon })]).toEqual([lon, false])
  })

  test('finds only the shore that starts near a position', () => {
    expect(coast.shoreNear({ lat: 40.1, lon: 10.1 }, 20)).toEqual([
      { from: { lat: 40, lon: 10 }, to: { lat: 40, lon: 20 } },
    ])
    expect(coast.shoreNear({ lat: 30, lon: 0 }, 20)).toEqual([])
  })
})
