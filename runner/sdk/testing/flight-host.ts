import { createFakeHost, type FakeHost } from './fake-host.ts'
import { localTimeAt as localTimeIn, offsetIn } from './local-times.ts'

const zones: Readonly<Record<string, string>> = {
  AKL: 'Pacific/Auckland',
  BKK: 'Asia/Bangkok',
  CDG: 'Europe/Paris',
  DOH: 'Asia/Qatar',
  EBB: 'Africa/Kampala',
  EWR: 'America/New_York',
  FAT: 'America/Los_Angeles',
  GIG: 'America/Sao_Paulo',
  GRU: 'America/Sao_Paulo',
  HND: 'Asia/Tokyo',
  HNL: 'Pacific/Honolulu',
  IPC: 'Pacific/Easter',
  JFK: 'America/New_York',
  KTM: 'Asia/Kathmandu',
  LGW: 'Europe/London',
  LHR: 'Europe/London',
  MAD: 'Europe/Madrid',
  MNL: 'Asia/Manila',
  NRT: 'Asia/Tokyo',
  PPT: 'Pacific/Tahiti',
  SCL: 'America/Santiago',
  SEA: 'America/Los_Angeles',
  SYD: 'Australia/Sydney',
  YYT: 'America/St_Johns',
}

export const knownAirports: readonly string[] = Object.keys(zones)

function zoneOf(airport: string): string {
  const zone = zones[airport]
  if (zone === undefined) throw new RangeError(`no zone for ${airport}`)
  return zone
}

/** `YYYY-MM-DDTHH:MM:SS` of an instant at an airport. */
export const localTimeAt = (airport: string, minutes: number): string => localTimeIn(zoneOf(airport), minutes * 60_000)

export const offsetOf = (airport: string, localTime: string): string => offsetIn(zoneOf(airport), localTime) ?? ''

/** The offsets of a list, `null` for an unknown airport. */
export async function offsetsOf(pairs: ReadonlyArray<readonly [string, string]>): Promise<(string | null)[]> {
  return pairs.map(([airport, localTime]) => offsetIn(zones[airport] ?? '', localTime) ?? null)
}

/** A host that knows the tests' airports. */
export const createFlightHost = (answer: Parameters<typeof createFakeHost>[0]): FakeHost =>
  createFakeHost(answer, { zones })
