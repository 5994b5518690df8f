import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tableKey } from './build-table.ts'
import { loadAirportTable } from './load-table.ts'
import { findProjectRoot } from './project-root.ts'

const project = findProjectRoot([import.meta.dirname])
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'places-'))
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'))
  symlinkSync(join(project, 'scripts'), join(root, 'scripts'))
})

afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

describe('the airport table', () => {
  test('is built where there is none, and kept for the next start', () => {
    const table = loadAirportTable(root)
    expect(table.airports.length).toBeGreaterThan(3000)
    expect(JSON.parse(readFileSync(join(root, 'dist', 'places.json'), 'utf8')).key).toBe(tableKey(root))
  })

  test('is read from the kept one without building', () => {
    const kept = { key: tableKey(root), zones: ['UTC'], airports: [] }
    mkdirSync(join(root, 'dist'))
    writeFileSync(join(root, 'dist', 'places.json'), JSON.stringify(kept))
    expect(loadAirportTable(root)).toEqual(kept)
  })

  test.each([
    ['of other packages', JSON.stringify({ key: 'old', zones: [], airports: [] })],
    ['cut off', '{"key":'],
  ])('is built again where the kept one is %s', (_, kept) => {
    mkdirSync(join(root, 'dist'))
    writeFileSync(join(root, 'dist', 'places.json'), kept)
    expect(loadAirportTable(root).airports.length).toBeGreaterThan(3000)
  })

  test('is there even when it cannot be kept', () => {
    writeFileSync(join(root, 'dist'), 'a file in the way of the folder')
    expect(loadAirportTable(root).airports.length).toBeGreaterThan(3000)
    expect(existsSync(join(root, 'dist', 'places.json'))).toBe(false)
  })

  test('has no airport with half of its facts', () => {
    const { airports, zones } = loadAirportTable(project)
    const lacking = airports.filter(([code, name, city, country, , lat, lon, zone]) => {
      const placed = Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0)
      return !(code && name && city && country && placed && zones[zone])
    })
    expect(lacking).toEqual([])
  })
})

test('a folder without the packages is named with its remedy', () => {
  expect(() => findProjectRoot([tmpdir(), undefined])).toThrow(/npm ci/)
})
