import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const url = 'https://tiles.example.com/{z}/{x}/{y}.pbf'
const attribution = { TRAVEL_MAP_ATTRIBUTION: '© Example' }
const mapOf = (given: Record<string, string>) => readEnv(given, '/p').map

test('maps use no tiles, a file or a server', () => {
  expect(mapOf({})).toBeUndefined()
  expect(mapOf({ TRAVEL_MAP_TILES: 'city.pmtiles' })).toEqual({ kind: 'file', path: '/p/city.pmtiles' })
  expect(mapOf({ TRAVEL_MAP_TILES: url, ...attribution })).toEqual({
    kind: 'server',
    url,
    origin: 'https://tiles.example.com',
    attribution: '© Example',
  })
})

test.each([
  [{ TRAVEL_MAP_TILES: url }, /TRAVEL_MAP_ATTRIBUTION is missing/],
  [{ TRAVEL_MAP_TILES: 'https://tiles.example.com/all', ...attribution }, /TRAVEL_MAP_TILES is invalid/],
  [{ TRAVEL_MAP_TILES: url.replace('https', 'http'), ...attribution }, /TRAVEL_MAP_TILES is invalid/],
  [attribution, /TRAVEL_MAP_TILES is missing/],
])('a server without its attribution or its placeholders is refused: %j', (given, problem) => {
  expect(() => mapOf(given)).toThrow(problem)
})
