import { describe, expect, it } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { fromAreaKm, toAreaKm } from '../../model/area-geometry.ts'
import { createAreaMaps } from './area-maps.ts'

const maps = createAreaMaps({ root: findProjectRoot() })
const aruba = { lat: 12.52, lon: -70.03 }

/** The corners of a path of relative steps, by ring. */
function ringsOf(path: string): [number, number][][] {
  return path
    .split('M')
    .slice(1)
    .map((part) => {
      const numbers = (part.match(/-?\d+/g) ?? []).map(Number)
      const points: [number, number][] = []
      let [x, y] = [0, 0]
      for (let at = 0; at + 1 < numbers.length; at += 2) {
        x += numbers[at] ?? 0
        y += numbers[at + 1] ?? 0
        points.push([x, y])
      }
      return points
    })
}

describe('the coast around a place', () => {
  it('is clipped to the area', () => {
    const { land, reachKm, unitKm } = maps.draw(aruba, 40)
    const points = ringsOf(land).flat()
    expect(points.length).toBeGreaterThan(10)
    for (const [x, y] of points) expect(Math.max(Math.abs(x), Math.abs(y)) * unitKm).toBeLessThanOrEqual(reachKm + 0.1)
  })

  it('has land under a city and no land under the open sea', () => {
    const inland = ringsOf(maps.draw({ lat: 48.85, lon: 2.35 }, 40).land)
    expect(inland).toHaveLength(1)
    expect(inland[0]?.length).toBeLessThanOrEqual(6)
    for (const along of [0, 1] as const) {
      const positions = inland.flat().map((point) => point[along])
      expect(Math.min(...positions)).toBeLessThan(0)
      expect(Math.max(...positions)).toBeGreaterThan(0)
    }
    expect(maps.draw({ lat: 30, lon: -45 }, 40).land).toBe('')
  })

  it('continues across the date line', () => {
    const east = ringsOf(maps.draw({ lat: -16.8, lon: 179.95 }, 60).land).flat()
    expect(Math.min(...east.map(([x]) => x))).toBeLessThan(0)
    expect(Math.max(...east.map(([x]) => x))).toBeGreaterThan(0)
  })

  it('converts a position to map units and back', () => {
    for (const point of [aruba, { lat: -16.9, lon: -179.9 }, { lat: 64.1, lon: -21.9 }]) {
      const centre = { lat: point.lat + 0.1, lon: point.lon > 0 ? point.lon : point.lon - 0.2 }
      const back = fromAreaKm(centre, toAreaKm(centre, point))
      expect(back.lat).toBeCloseTo(point.lat, 9)
      expect(back.lon).toBeCloseTo(point.lon, 9)
    }
  })
})
