import type { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import type { Ask } from '#runner/sdk/ask.ts'
import type { SkillCall } from '#runner/sdk/index.ts'

export const providerHost = 'api.duffel.com'

const headers = { accept: 'application/json', 'content-type': 'application/json', 'duffel-version': 'v2' }

/** The ages that are sent for children and infants: airlines price by kind, and the contract has no ages. */
const childAge = 8
const infantAge = 1

/** How long the airlines may take, in milliseconds. The rest of the time is for the pages of offers. */
const minSupplierMs = 2000
const maxSupplierMs = 9000
const restMs = 6000
const defaultTimeoutMs = 15_000

/** Creates an offer request. Its offers are read page by page, so that no answer is larger than needed. */
export function offerRequest({ params, config }: SkillCall<FlightParams>): Ask {
  const { slices, adults, children, infants, cabin, non_stop } = params
  const timeoutMs = config.timeout_ms ?? defaultTimeoutMs
  const supplierMs = Math.max(minSupplierMs, Math.min(maxSupplierMs, timeoutMs - restMs))
  const data = {
    slices: slices.map(({ origin, destination, date }) => ({ origin, destination, departure_date: date })),
    passengers: [
      ...Array.from({ length: adults }, () => ({ type: 'adult' })),
      ...Array.from({ length: children }, () => ({ age: childAge })),
      ...Array.from({ length: infants }, () => ({ age: infantAge })),
    ],
    ...(cabin === undefined ? {} : { cabin_class: cabin }),
    max_connections: non_stop ? 0 : 2,
  }
  return {
    url: `https://${providerHost}/air/offer_requests?return_offers=false&supplier_timeout=${supplierMs}`,
    request: { method: 'POST', headers, body: JSON.stringify({ data }) },
  }
}

/** A page of an offer request's offers, cheapest first. */
export function offersPage(offerRequestId: string, limit: number, after: string | undefined): Ask {
  const query = [
    `offer_request_id=${encodeURIComponent(offerRequestId)}`,
    'sort=total_amount',
    `limit=${limit}`,
    ...(after === undefined ? [] : [`after=${encodeURIComponent(after)}`]),
  ]
  return { url: `https://${providerHost}/air/offers?${query.join('&')}`, request: { headers } }
}
