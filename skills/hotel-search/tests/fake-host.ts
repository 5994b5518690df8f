import type { SearchHost } from '../src/search-hotels.ts'

/** IATA codes that the host knows; IANA zones it knows by themselves. */
const zoneOfPlace: Readonly<Record<string, string>> = {
  APW: 'Pacific/Apia',
  LON: 'Europe/London',
  NYC: 'America/New_York',
  PAR: 'Europe/Paris',
  TYO: 'Asia/Tokyo',
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** `YYYY-MM-DDTHH:MM:SS` of an instant in a zone, straight from Intl. */
export function localTimeAt(zone: string, ms: number): string {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    formats.set(zone, format)
  }
  return format.format(ms).replace(' ', 'T')
}

const wallMs = (localTime: string) => Date.parse(`${localTime}Z`)
const offsetMsAt = (zone: string, ms: number) => wallMs(localTimeAt(zone, ms)) - ms

/** The host's rules: of a time that comes twice the first, of a skipped one the offset before the change. */
export function offsetOf(placeOrZone: string, localTime: string): string {
  const zone = zoneOfPlace[placeOrZone] ?? placeOrZone
  const wall = wallMs(localTime)
  const day = 86_400_000
  const before = offsetMsAt(zone, wall - offsetMsAt(zone, wall) - day)
  const after = offsetMsAt(zone, wall - offsetMsAt(zone, wall) + day)
  const found = [before, after].find((offset) => offsetMsAt(zone, wall - offset) === offset) ?? before
  const minutes = Math.abs(found) / 60_000
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${found < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

export async function offsetsOf(pairs: ReadonlyArray<readonly [string, string]>): Promise<string[]> {
  return pairs.map(([place, time]) => offsetOf(place, time))
}

export type FakeAnswer = { readonly status?: number; readonly body: string } | { readonly rejects: Error }

export type FakeHost = SearchHost & { readonly urls: URL[]; readonly lines: string[]; mostAtOnce: number }

export const json = (value: unknown, status = 200): FakeAnswer => ({ status, body: JSON.stringify(value) })
export const problem = (entry: object, status = 400): FakeAnswer => json({ errors: [entry] }, status)
export const timedOut: FakeAnswer = { rejects: Object.assign(new Error('out of time'), { name: 'TimeoutError' }) }

/** Answers each request with what `answer` gives for it, and keeps what the skill asked for. */
export function createFakeHost(answer: (url: URL) => FakeAnswer): FakeHost {
  const lines: string[] = []
  const log = (...values: unknown[]) => lines.push(values.join(' '))
  let open = 0
  const host: FakeHost = {
    urls: [],
    lines,
    mostAtOnce: 0,
    console: { log, info: log, warn: log, error: log },
    time: { offset: offsetsOf },
    async fetch(text) {
      const url = new URL(text)
      host.urls.push(url)
      open += 1
      host.mostAtOnce = Math.max(host.mostAtOnce, open)
      await Promise.resolve()
      open -= 1
      const given = answer(url)
      if ('rejects' in given) throw given.rejects
      const { status = 200, body } = given
      return {
        status,
        ok: status >= 200 && status < 300,
        url: text,
        headers: Object.assign(new Map<string, string>(), { get: () => null }),
        text: async () => body,
        json: async (): Promise<unknown> => JSON.parse(body),
        arrayBuffer: async () => new TextEncoder().encode(body).buffer,
      }
    },
  }
  return host
}
