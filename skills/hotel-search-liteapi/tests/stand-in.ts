import { asRecord } from '#runner/sdk/read-json.ts'
import { hotel, offered } from './rates.ts'

/** A request as the provider gets it. Header names are lower-case. */
export type SentRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}
/** The stand-in's answer. */
export type Sent = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type StandInOptions = {
  readonly data?: readonly unknown[]
  readonly hotels?: readonly unknown[]
  /** The chain of every hotel. */
  readonly chain?: unknown
  /** The ids of hotels without vacancies. They count towards the limit of a request, and are not in its answer. */
  readonly full?: ReadonlySet<unknown>
  readonly sandbox?: boolean
  /** The key that the stand-in accepts. Absent: it requires none, as behind a fake host. */
  readonly key?: string
}

const json = (status: number, value: unknown): Sent => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})
const error = (status: number, code: number, description: string) =>
  json(status, { error: { code, description, message: 'bad request' } })

/**
 * Answers like the provider: rates for a place, a point or hotels, with the hotels' data when asked for; or the data of
 * hotels, which alone has their chains; or the facilities of one hotel.
 */
export function createStandIn(options: StandInOptions = {}) {
  const {
    data = [offered()],
    hotels = [hotel()],
    chain = 'Hilton Hotels',
    full = new Set(),
    sandbox = true,
    key,
  } = options
  return ({ method, url, headers, body }: SentRequest): Sent => {
    if (key !== undefined && headers['x-api-key'] !== key)
      return json(401, { error: { code: 401, message: 'Unauthorized' } })
    if (method === 'GET' && url.pathname === '/v3.0/data/hotels') {
      const ids = url.searchParams.get('hotelIds')?.split(',') ?? []
      const thumbnail = 'https://static.cupid.travel/hotels/thumbnail/1.jpg'
      const listed = { name: 'Hotel Example', chainId: 7, chain, thumbnail, rating: 8.7, reviewCount: 528 }
      return json(200, { data: ids.map((id) => ({ id, ...listed })), hotelIds: ids })
    }
    if (method === 'GET' && url.pathname === '/v3.0/data/hotel') {
      const hotelFacilities = ['Lift / Elevator', 'Free WiFi', 'Non-smoking rooms']
      return json(200, { data: { id: url.searchParams.get('hotelId'), hotelFacilities } })
    }
    if (method !== 'POST' || url.pathname !== '/v3.0/hotels/rates') return error(404, 4004, 'not found')
    const asked = JSON.parse(body)
    const missing = ['checkin', 'checkout', 'currency', 'guestNationality', 'occupancies'].find((name) => !asked[name])
    if (missing !== undefined) return error(400, 4000, `${missing} is required`)
    if (asked.latitude === undefined && !asked.iataCode && !asked.hotelIds) return error(400, 4000, 'no main query')
    const limited = data.slice(0, asked.limit).filter((entry) => !full.has(asRecord(entry)?.hotelId))
    if (limited.length === 0) return json(200, { error: { code: 2001, message: 'no availability found' } })
    return json(200, { data: limited, ...(asked.includeHotelData ? { hotels } : {}), guestLevel: 0, sandbox })
  }
}
