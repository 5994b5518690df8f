import type { SearchHost } from '../src/search-flights.ts'

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

const formats = new Map<string, Intl.DateTimeFormat>()

/** `YYYY-MM-DDTHH:MM:SS` of an instant at an airport, straight from Intl. */
export function localTimeAt(airport: string, minutes: number): string {
  const timeZone = zones[airport]
  if (timeZone === undefined) throw new RangeError(`no zone for ${airport}`)
  let format = formats.get(timeZone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(timeZone, format)
  }
  return format.format(minutes * 60_000).replace(' ', 'T')
}

const wallMinutes = (localTime: string) => Date.parse(`${localTime}Z`) / 60_000

function offsetMinutesAt(airport: string, minutes: number): number {
  return wallMinutes(localTimeAt(airport, minutes)) - minutes
}

/** The host's rules: of a time that comes twice the first, of a skipped one the offset before the change. */
export function offsetOf(airport: string, localTime: string): string {
  const wall = wallMinutes(localTime)
  const before = offsetMinutesAt(airport, wall - offsetMinutesAt(airport, wall) - 1440)
  const after = offsetMinutesAt(airport, wall - offsetMinutesAt(airport, wall) + 1440)
  const found = [before, after].find((offset) => offsetMinutesAt(airport, wall - offset) === offset) ?? before
  const size = Math.abs(found)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${found < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

/** The offsets of a list, or a rejection when it names an airport that is not known. */
export async function offsetsOf(pairs: ReadonlyArray<readonly [string, string]>): Promise<string[]> {
  return pairs.map(([airport, localTime]) => offsetOf(airport, localTime))
}

export type FakeAnswer = { readonly status?: number; readonly body: string } | { readonly rejects: Error }

export type FakeHost = SearchHost & {
  readonly requests: { url: string; headers: unknown }[]
  readonly offsetCalls: number[]
  readonly lines: string[]
}

/** Gives one answer to every fetch, and keeps what the skill asked for. */
export function createFakeHost(answer: FakeAnswer): FakeHost {
  const requests: FakeHost['requests'] = []
  const offsetCalls: number[] = []
  const lines: string[] = []
  const log = (...values: unknown[]) => lines.push(values.join(' '))
  return {
    requests,
    offsetCalls,
    lines,
    console: { log, info: log, warn: log, error: log },
    time: {
      offset(pairs) {
        offsetCalls.push(pairs.length)
        return offsetsOf(pairs)
      },
    },
    async fetch(url, request) {
      requests.push({ url, headers: request?.headers })
      if ('rejects' in answer) throw answer.rejects
      const { status = 200, body } = answer
      return {
        status,
        ok: status >= 200 && status < 300,
        url,
        headers: Object.assign(new Map<string, string>(), { get: () => null }),
        text: async () => body,
        json: async (): Promise<unknown> => JSON.parse(body),
        arrayBuffer: async () => new TextEncoder().encode(body).buffer,
      }
    },
  }
}
