import type { Cabin, FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import { done, type Outcome, refused } from '#runner/sdk/outcome.ts'

export const providerHost = 'api.amadeus.com'

/** The provider returns at most this many offers. */
const mostOffers = 250
const defaultOffers = 50

/** An absent field was not requested. */
export type Search = {
  readonly origin: string
  readonly destination: string
  readonly date: string
  readonly returnDate: string | undefined
  readonly adults: number
  readonly children: number
  readonly infants: number
  readonly cabin: Cabin | undefined
  readonly nonStop: boolean
  readonly currency: string | undefined
  readonly maxResults: number
}

/**
 * Reads the params of `search_flights`, which the contract has checked. The provider accepts one-way and round trips
 * only.
 */
export function readSearch(
  { slices, adults, children, infants, cabin, non_stop: nonStop, currency, max_results }: FlightParams,
  config: { readonly max_results?: number | undefined },
): Outcome<Search> {
  const [out, back, ...others] = slices
  const isBack = back === undefined || (back.origin === out?.destination && back.destination === out.origin)
  if (out === undefined || !isBack || others.length > 0)
    return refused('slices', 'are neither one way nor a round trip')
  const limits = [max_results, config.max_results].filter((limit) => limit !== undefined)
  return done({
    ...out,
    returnDate: back?.date,
    adults,
    children,
    infants,
    cabin,
    nonStop,
    currency,
    maxResults: Math.min(mostOffers, ...(limits.length > 0 ? limits : [defaultOffers])),
  })
}

/** The provider request. Host and path are fixed; every value is percent-encoded. */
export function offersUrl(search: Search): string {
  const query: [name: string, value: string | number][] = [
    ['originLocationCode', search.origin],
    ['destinationLocationCode', search.destination],
    ['departureDate', search.date],
  ]
  if (search.returnDate !== undefined) query.push(['returnDate', search.returnDate])
  query.push(['adults', search.adults])
  if (search.children > 0) query.push(['children', search.children])
  if (search.infants > 0) query.push(['infants', search.infants])
  if (search.cabin !== undefined) query.push(['travelClass', search.cabin.toUpperCase()])
  if (search.nonStop) query.push(['nonStop', 'true'])
  if (search.currency !== undefined) query.push(['currencyCode', search.currency])
  query.push(['max', search.maxResults])
  const encoded = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `https://${providerHost}/v2/shopping/flight-offers?${encoded}`
}
