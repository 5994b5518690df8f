import { join } from 'node:path'
import { geoInterpolate } from 'd3-geo'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nauticalMiles } from '../../model/great-circle.ts'
import { createStripCharts } from './draw-strip.ts'
import { drawOtherRoute } from './other-route.ts'
import { stripProjection } from './strip-projection.ts'
import { createThinPath } from './thin-path.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const ams = { code: 'AMS', name: 'Amsterdam', lat: 52.31, lon: 4.76 }
const aua = { code: 'AUA', name: 'Aruba', lat: 12.5, lon: -70.01 }
const lis = { code: 'LIS', name: 'Lisbon', lat: 38.77, lon: -9.13 }
const nrt = { code: 'NRT', name: 'Tokyo', lat: 35.76, lon: 140.39 }
const frame = { width: 1182, height: 304, reach: 0.66 }

const lon = fc.double({ min: -179, max: 179, noNaN: true })
const lat = fc.double({ min: -70, max: 70, noNaN: true })

describe('strip projection', () => {
  it('draws any route as a straight line of constant scale, with the western end on the left', () => {
    fc.assert(
      fc.property(fc.tuple(lon, lat), fc.tuple(lon, lat), (from, to) => {
        const miles = nauticalMiles(from, to)
        fc.pre(miles > 60 && miles < 9000)
        const project = stripProjection(from, to, frame)
        const at = (share: number) => project(geoInterpolate([...from], [...to])(share)) ?? [0, 0]
        const [start, quarter, end] = [at(0), at(0.25), at(1)]
        expect(quarter[0]).toBeCloseTo(start[0] + (end[0] - start[0]) / 4, 3)
        expect(quarter[1]).toBeCloseTo(start[1] + (end[1] - start[1]) / 4, 3)
        const isEast = (((to[0] - from[0] + 540) % 360) + 360) % 360 >= 180
        expect(end[0] > start[0]).toBe(isEast)
      }),
    )
  })
})

describe('strip charts', () => {
  const charts = createStripCharts({ root })
  const routes = {
    origin: ams,
    destination: aua,
    others: [{ origin: ams, destination: lis }],
    shows: 'example' as const,
  }

  it('return the facts for a description in words', () => {
    const facts = { shows: 'example', origin: 'Amsterdam', destination: 'Aruba', miles: 4254, hours: 10 }
    expect(charts.draw(routes).wide.facts).toEqual(facts)
  })

  it('mark each hour of flight and keep the last tick away from the marker', () => {
    const { wide } = charts.draw(routes)
    expect(wide.ticks.length).toBe(9)
    expect(wide.ticks.flatMap(({ label }) => label?.hours ?? [])).toEqual([2, 4, 6, 8])
  })

  it('draw other routes, name the far end of a route that leaves the sheet, and omit routes outside the sheet', () => {
    const far = { origin: ams, destination: nrt }
    const { wide } = charts.draw({ ...routes, others: [far, { origin: nrt, destination: nrt }] })
    expect(wide.others.map(({ leaves }) => leaves)).toEqual([expect.objectContaining({ code: 'NRT', isOrigin: false })])
  })

  it('stack the names of routes that leave the sheet at one point, clear of the end of the main route', () => {
    const hnd = { code: 'HND', name: 'Tokyo Haneda', lat: 35.55, lon: 139.78 }
    const icn = { code: 'ICN', name: 'Seoul', lat: 37.46, lon: 126.44 }
    const others = [nrt, hnd, icn].map((destination) => ({ origin: ams, destination }))
    const { wide, narrow } = charts.draw({ ...routes, others })
    const labelsOf = (chart: typeof wide) => chart.others.flatMap(({ leaves }) => leaves ?? [])
    expect(labelsOf(wide).map(({ code }) => code)).toEqual(['NRT', 'HND', 'ICN'])
    // A phone's chart has room for two names beside the end of the route.
    expect(labelsOf(narrow).map(({ code }) => code)).toEqual(['NRT', 'HND'])
    expect(narrow.others).toHaveLength(3)
    const markY = Number(/^M[\d.]+ ([\d.]+)/.exec(narrow.ends[0]?.marker ?? '')?.[1]) + 6
    for (const { chart, taken } of [
      { chart: wide, taken: [] },
      { chart: narrow, taken: [narrow.ends[0]?.code.y ?? 0, markY] },
    ]) {
      const labels = labelsOf(chart).map(({ y }) => y)
      expect(Math.min(...labels)).toBeGreaterThanOrEqual(24)
      expect(Math.max(...labels)).toBeLessThanOrEqual(chart.height - 26)
      for (const [at, y] of labels.entries())
        for (const other of [...labels.slice(at + 1), ...taken]) expect(Math.abs(y - other)).toBeGreaterThanOrEqual(30)
    }
  })

  it('stack the names of neighbouring places on the sheet, without cutting them off', () => {
    const jfk = { code: 'JFK', name: 'New York', lat: 40.64, lon: -73.78 }
    const bos = { code: 'BOS', name: 'Boston', lat: 42.36, lon: -71 }
    const { narrow } = charts.draw({
      ...routes,
      others: [jfk, bos].map((destination) => ({ origin: ams, destination })),
    })
    const labels = narrow.others.flatMap(({ place }) => place ?? [])
    expect(labels.map(({ code }) => code.text)).toEqual(['JFK', 'BOS'])
    expect(labels.map(({ code, name }) => name.y - code.y)).toEqual([14, 14])
    const [first = 0, second = 0] = labels.map(({ code }) => code.y)
    expect(Math.min(first, second)).toBeGreaterThanOrEqual(14)
    expect(Math.abs(first - second)).toBeGreaterThanOrEqual(30)
  })

  it('stay small enough to embed in a page', () => {
    const { wide, narrow } = charts.draw(routes)
    expect(wide.land.length + narrow.land.length).toBeLessThan(40_000)
    expect(wide.land).toMatch(/^M[-\d,\sMlz]+$/)
  })

  it('are cached', () => {
    expect(charts.draw(routes)).toBe(charts.draw(structuredClone(routes)))
  })
})

describe('another route', () => {
  const name = 'Oranjestad and San Nicolas'
  const width = name.length * 6

  it.each([1182, 360])('shows its whole place name on a chart of %i px, wherever it ends or leaves the sheet', (px) => {
    const sheet = { ...frame, width: px }
    const project = stripProjection([ams.lon, ams.lat], [aua.lon, aua.lat], sheet)
    let named = 0
    fc.assert(
      fc.property(lon, lat, fc.constantFrom(ams, aua), fc.boolean(), (toLon, toLat, near, isBack) => {
        const far = { code: 'OTH', name, lat: toLat, lon: toLon }
        const route = isBack ? { origin: far, destination: near } : { origin: near, destination: far }
        for (const { place, leaves } of drawOtherRoute(project, route, [], sheet)) {
          const { x, anchor } = place?.name ?? leaves ?? { x: Number.NaN, anchor: 'start' }
          named += 1
          expect(anchor === 'end' ? x - width : x).toBeGreaterThanOrEqual(0)
          expect(anchor === 'end' ? x : x + width).toBeLessThanOrEqual(px)
        }
      }),
    )
    expect(named).toBeGreaterThan(0)
  })
})

describe('thin path', () => {
  it('omits close points and small rings without drift', () => {
    const path = createThinPath(2, 3)
    path.moveTo(0, 0)
    path.lineTo(0.5, 0.5)
    path.lineTo(10.4, 0)
    path.lineTo(10.4, 10.4)
    path.closePath()
    path.moveTo(50, 50)
    path.lineTo(52.5, 50)
    path.closePath()
    expect(path.data()).toBe('M0,0l10,0 0,10z')
  })
})
