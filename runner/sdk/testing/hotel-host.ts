import { createFakeHost, type FakeAnswer, type FakeHost, json } from './fake-host.ts'
import { offsetIn } from './local-times.ts'

/** The IATA codes that the host knows. It knows all IANA zones. */
const zones: Readonly<Record<string, string>> = {
  APW: 'Pacific/Apia',
  LON: 'Europe/London',
  NYC: 'America/New_York',
  PAR: 'Europe/Paris',
  TYO: 'Asia/Tokyo',
}

export const offsetOf = (placeOrZone: string, localTime: string): string =>
  offsetIn(zones[placeOrZone] ?? placeOrZone, localTime) ?? ''

export async function offsetsOf(pairs: ReadonlyArray<readonly [string, string]>): Promise<(string | null)[]> {
  return pairs.map(([place, time]) => offsetOf(place, time) || null)
}

export const problem = (entry: object, status = 400): FakeAnswer => json({ errors: [entry] }, status)

/**
 * A host that knows the tests' places. Answers each request with the result of `answer` for its URL, except the requests
 * for what guests say, which get `scores` and are not among `urls`.
 */
export function createHotelHost(
  answer: (url: URL) => FakeAnswer,
  scores: FakeAnswer = json({ data: [] }),
): FakeHost & { readonly urls: URL[] } {
  const urls: URL[] = []
  const host = createFakeHost(
    ({ url }) => {
      const asked = new URL(url)
      if (asked.pathname.endsWith('/hotel-sentiments')) return scores
      urls.push(asked)
      return answer(asked)
    },
    { zones },
  )
  return Object.assign(host, { urls })
}
