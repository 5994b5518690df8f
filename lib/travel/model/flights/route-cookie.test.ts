import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRoutes, writeRoutes } from './route-cookie.ts'

describe('route cookie', () => {
  it('keeps the last three routes, newest first, and the last search', () => {
    let value: string | undefined
    for (const [from, to] of [
      ['AMS', 'AUA'],
      ['SEA', 'NRT'],
      ['AMS', 'LIS'],
      ['JFK', 'LHR'],
      ['SEA', 'NRT'],
    ] as const) {
      value = writeRoutes(readRoutes(value), [[from, to]], `origin=${from}&destination=${to}`)
    }
    expect(readRoutes(value)).toEqual({
      lastQuery: 'origin=SEA&destination=NRT',
      routes: [
        ['SEA', 'NRT'],
        ['JFK', 'LHR'],
        ['AMS', 'LIS'],
      ],
    })
  })

  it('keeps every route of a multi-city trip', () => {
    const before = readRoutes('SEA-NRT_JFK-LHR_AMS-LIS!q')
    const trip = ['AMS-NYC', 'NYC-AUA', 'AUA-BOG', 'BOG-MAD', 'MAD-AMS'].map((pair): [string, string] => [
      pair.slice(0, 3),
      pair.slice(4),
    ])
    expect(readRoutes(writeRoutes(before, trip, 'q')).routes).toEqual(trip)
  })

  it('reads any value without an error, and returns only pairs of codes', () => {
    const piece = fc.constantFrom('SEA', 'NRT', 'lax', 'SEAT', '-', '_', '!', '%')
    const pieces = fc
      .array(fc.oneof(fc.constantFrom('SEA-NRT_', 'SEA-nrt_', 'SEA-NRTX_'), piece), { maxLength: 8 })
      .map((parts) => parts.join(''))
    let read = 0
    fc.assert(
      fc.property(fc.oneof(fc.string(), pieces), (value) => {
        const { routes } = readRoutes(value)
        for (const pair of routes) expect(pair.join('')).toMatch(/^[A-Z]{6}$/)
        expect(routes.length).toBeLessThanOrEqual(6)
        read += routes.length
      }),
    )
    expect(read).toBeGreaterThan(0)
  })

  it('writes only valid cookie characters', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (query) => {
        expect(writeRoutes({ routes: [], lastQuery: '' }, [['SEA', 'NRT']], query)).toMatch(
          /^[\x21-\x2b\x2d-\x3a\x3c-\x7e]*$/,
        )
      }),
    )
  })
})
