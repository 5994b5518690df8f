import type { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import type { FlightSlice } from '#runner/contract/capabilities/slice-text.ts'
import type { Ask } from '#runner/sdk/ask.ts'

export const providerHost = 'api.amadeus.com'

/** The provider returns at most this many offers. */
const maxOffers = 250
const defaultOffers = 50

/** The maximum number of legs in an answer: six legs for each of 250 offers would exceed the output limit. */
const maxLegs = 500

/** An absent field was not requested. */
export type Search = Omit<FlightParams, 'max_results' | 'non_stop'> & {
  readonly nonStop: boolean
  readonly maxResults: number
}

/** Reads the params of `search_flights`, which the contract has checked. */
export function readSearch(
  { max_results, non_stop: nonStop, ...params }: FlightParams,
  config: { readonly max_results?: number | undefined },
): Search {
  const limits = [max_results, config.max_results].filter((limit) => limit !== undefined)
  const most = Math.min(maxOffers, Math.floor(maxLegs / params.slices.length))
  return { ...params, nonStop, maxResults: Math.min(most, ...(limits.length > 0 ? limits : [defaultOffers])) }
}

const url = `https://${providerHost}/v2/shopping/flight-offers`
const accept = 'application/json, application/vnd.amadeus+json'

/** The provider request: by query for one way and a round trip, by body for all other trips. */
export function offersRequest(search: Search): Ask {
  const [out, back, ...others] = search.slices
  const isBack = back === undefined || (back.origin === out?.destination && back.destination === out.origin)
  if (out !== undefined && isBack && others.length === 0) {
    return { url: offersUrl(search, out, back?.date), request: { headers: { accept } } }
  }
  const headers = { accept, 'content-type': 'application/vnd.amadeus+json', 'x-http-method-override': 'GET' }
  return { url, request: { method: 'POST', headers, body: JSON.stringify(bodyOf(search)) } }
}

/** The body of a search for several destinations. */
function bodyOf({ slices, adults, children, infants, cabin, nonStop, currency, maxResults }: Search): object {
  const kinds = [
    ...Array.from({ length: adults }, () => ({ travelerType: 'ADULT' })),
    ...Array.from({ length: children }, () => ({ travelerType: 'CHILD' })),
    // The first travelers are adults, and there are at least as many adults as infants.
    ...Array.from({ length: infants }, (_, at) => ({ travelerType: 'HELD_INFANT', associatedAdultId: `${at + 1}` })),
  ]
  const flightFilters = {
    ...(cabin === undefined
      ? {}
      : {
          cabinRestrictions: [
            { cabin: cabin.toUpperCase(), coverage: 'MOST_SEGMENTS', originDestinationIds: ids(slices) },
          ],
        }),
    ...(nonStop ? { connectionRestriction: { maxNumberOfConnections: 0 } } : {}),
  }
  return {
    ...(currency === undefined ? {} : { currencyCode: currency }),
    originDestinations: slices.map(({ origin, destination, date }, at) => ({
      id: `${at + 1}`,
      originLocationCode: origin,
      destinationLocationCode: destination,
      departureDateTimeRange: { date },
    })),
    travelers: kinds.map((kind, at) => ({ id: `${at + 1}`, ...kind })),
    sources: ['GDS'],
    searchCriteria: { maxFlightOffers: maxResults, flightFilters },
  }
}

const ids = (list: readonly unknown[]): string[] => list.map((_, at) => `${at + 1}`)

/** Host and path are fixed; every value is percent-encoded. */
function offersUrl(search: Search, out: FlightSlice, returnDate: string | undefined): string {
  const query: [name: string, value: string | number][] = [
    ['originLocationCode', out.origin],
    ['destinationLocationCode', out.destination],
    ['departureDate', out.date],
  ]
  if (returnDate !== undefined) query.push(['returnDate', returnDate])
  query.push(['adults', search.adults])
  if (search.children > 0) query.push(['children', search.children])
  if (search.infants > 0) query.push(['infants', search.infants])
  if (search.cabin !== undefined) query.push(['travelClass', search.cabin.toUpperCase()])
  if (search.nonStop) query.push(['nonStop', 'true'])
  if (search.currency !== undefined) query.push(['currencyCode', search.currency])
  query.push(['max', search.maxResults])
  const encoded = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
  return `${url}?${encoded}`
}
