import { busiestAirports } from '#lib/travel/server/places/busiest.ts'
import type { Places } from '#lib/travel/server/places/places.ts'
import routes from '../../data/routes.json' with { type: 'json' }
import { hash32 } from '../../draw.ts'

type Airport = NonNullable<ReturnType<Places['airport']>>

/** An airport with the facts that schedules depend on. */
export interface Station extends Airport {
  /** Traffic, from 0 (nearly none) to 1 (the world's busiest). */
  traffic: number
  /** The position as a unit vector, from which distances are cheap to compute. */
  vector: readonly [number, number, number]
}

export interface Stations {
  readonly all: readonly Station[]
  byCode(code: string): Station | undefined
}

/** Airports of private aviation, where no airline flies on a schedule. */
const withoutAirlines = new Set(routes.withoutAirlines)
const RADIANS = Math.PI / 180
const EARTH_RADIUS_KM = 6371
const TRAFFIC_BY_SIZE = [0.01, 0.04, 0.12]

/** The airports where airlines fly on a schedule. */
export function createStations(places: Pick<Places, 'airport' | 'airportCodes'>): Stations {
  const rank = new Map(busiestAirports.map((code, at) => [code, at]))
  const byCode = new Map<string, Station>()
  for (const code of places.airportCodes) {
    if (withoutAirlines.has(code)) continue
    const airport = places.airport(code)
    if (airport === undefined) continue
    const at = rank.get(code)
    const traffic =
      at === undefined ? (TRAFFIC_BY_SIZE[airport.size] ?? 0) : 0.15 + 0.85 * (1 - at / busiestAirports.length)
    byCode.set(code, { ...airport, traffic, vector: vectorOf(airport.lat, airport.lon) })
  }
  return { all: [...byCode.values()], byCode: (code) => byCode.get(code) }
}

/** Great-circle distance in kilometres. */
export function distanceKm({ vector: [x, y, z] }: Station, { vector: [a, b, c] }: Station): number {
  const chord = Math.sqrt((x - a) ** 2 + (y - b) ** 2 + (z - c) ** 2)
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, chord / 2))
}

/**
 * A flight's eastward share, from -1 (due west) to 1: the jet stream speeds up one direction and slows down the other.
 */
export function eastward(from: Station, to: Station): number {
  const dLon = ((to.lon - from.lon + 540) % 360) - 180
  const length = Math.hypot(dLon, to.lat - from.lat)
  return length === 0 ? 0 : dLon / length
}

function vectorOf(lat: number, lon: number): [number, number, number] {
  const [north, east] = [lat * RADIANS, lon * RADIANS]
  return [Math.cos(north) * Math.cos(east), Math.cos(north) * Math.sin(east), Math.sin(north)]
}

const CODES = ['1', '2', '3', '4', '5', '2E', 'N', 'S', 'I']

/** The terminal that an airline uses at an airport. `undefined` if the airport has a single building. */
export function terminalOf({ code, size, traffic }: Station, airline: string): string | undefined {
  const terminals = size === 2 ? 1 + (hash32('terminals', code) % 4) + (traffic > 0.8 ? 1 : 0) : 1
  if (terminals === 1) return undefined
  const plain = hash32('names', code) % 4 > 0
  const at = hash32('terminal', code, airline) % terminals
  return plain ? String(at + 1) : CODES[(hash32('lettered', code) + at) % CODES.length]
}
