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
      value = writeRoutes(readRoutes(value), from, to, `origin=${from}&destination=${to}`)
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

  it('reads anything without failing', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        for (const pair of readRoutes(value).routes) expect(pair.join('')).toMatch(/^[A-Z]{6}$/)
      }),
    )
  })

  it('writes nothing that a cookie cannot hold', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (query) => {
        expect(writeRoutes({ routes: [], lastQuery: '' }, 'SEA', 'NRT', query)).toMatch(
          /^[\x21-\x2b\x2d-\x3a\x3c-\x7e]*$/,
        )
      }),
    )
  })
})
