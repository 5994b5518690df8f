import { offer } from './offers.ts'

/** A request as the provider gets it. Header names are lower-case. */
export type SentRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

export type StandInOptions = {
  readonly offers?: readonly unknown[]
  readonly live?: boolean
  /** The id of the offer requests. */
  readonly id?: string
  /** The access token that the stand-in accepts. Absent: it requires none, as behind a fake host. */
  readonly token?: string
}

/** The stand-in's answer. */
export type Sent = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const json = (status: number, value: unknown): Sent => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})
const error = (status: number, type: string, code: string) =>
  json(status, { errors: [{ type, code, title: code, message: code }], meta: { status, request_id: 'req_1' } })

/** Answers like the provider: an offer request, then pages of its offers with cursors. */
export function createStandIn({ offers = [offer()], live = false, id = 'orq_1', token }: StandInOptions = {}) {
  return ({ method, url, headers, body }: SentRequest): Sent => {
    if (token !== undefined && headers.authorization !== `Bearer ${token}`) {
      return error(401, 'authentication_error', 'access_token_not_found')
    }
    if (headers['duffel-version'] !== 'v2') return error(400, 'invalid_request_error', 'unsupported_version')
    if (method === 'POST' && url.pathname === '/air/offer_requests') {
      const { slices = [], passengers = [] } = JSON.parse(body).data
      const isComplete = slices.length > 0 && passengers.length > 0
      if (!isComplete) return error(422, 'validation_error', 'validation_required')
      return json(201, { data: { id, live_mode: live, slices, passengers } })
    }
    if (method === 'GET' && url.pathname === '/air/offers') {
      const limit = Number(url.searchParams.get('limit') ?? 50)
      const from = Number(url.searchParams.get('after')?.replace('cursor', '') ?? 0)
      if (limit < 1 || limit > 200) return error(422, 'validation_error', 'invalid_limit')
      const until = from + limit
      const after = until < offers.length ? `cursor${until}` : null
      return json(200, { data: offers.slice(from, until), meta: { limit, before: null, after } })
    }
    return error(404, 'invalid_request_error', 'not_found')
  }
}
