import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { tableKey } from './build-table.ts'
import { loadAirportTable } from './load-built.ts'

const project = findProjectRoot()
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'places-'))
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  symlinkSync(join(project, 'scripts'), join(root, 'scripts'))
})

afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

/** A stand-in for the build, which takes seconds. */
const small = (of: string) => JSON.stringify({ key: tableKey(of), airports: [] })

describe('the airport table', () => {
  test('is built if missing, and cached for the next start', () => {
    const table = loadAirportTable(root)
    expect(table.airports.length).toBeGreaterThan(3000)
    expect(JSON.parse(readFileSync(join(root, 'dist', 'places.json'), 'utf8')).key).toBe(tableKey(root))
  })

  test('is read from the cache without a build', () => {
    const kept = { key: tableKey(root), airports: [] }
    mkdirSync(join(root, 'dist'))
    writeFileSync(join(root, 'dist', 'places.json'), JSON.stringify(kept))
    expect(loadAirportTable(root)).toEqual(kept)
  })

  test.each([
    ['of other package versions', JSON.stringify({ key: 'old', airports: [] })],
    ['truncated', '{"key":'],
  ])('is rebuilt if the cached table is %s', (_, kept) => {
    mkdirSync(join(root, 'dist'))
    const path = join(root, 'dist', 'places.json')
    writeFileSync(path, kept)
    expect(loadAirportTable(root, small)).toEqual(JSON.parse(small(root)))
    expect(readFileSync(path, 'utf8')).toBe(small(root))
  })

  test('is available even if it cannot be cached', () => {
    writeFileSync(join(root, 'dist'), 'a file in the way of the folder')
    expect(loadAirportTable(root, small)).toEqual(JSON.parse(small(root)))
    expect(existsSync(join(root, 'dist', 'places.json'))).toBe(false)
  })

  test('has no airport with missing fields', () => {
    const { airports } = loadAirportTable(project)
    const lacking = airports.filter(({ code, name, city, countryCode, lat, lon, zone }) => {
      const placed = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0)
      return !(code && name && city && countryCode && placed && zone)
    })
    expect(lacking).toEqual([])
  })
})
