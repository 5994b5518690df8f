import { done, failed, type Outcome } from './outcome.ts'
import { asRecord } from './read.ts'

export const providerHost = 'api.amadeus.com'

/** The provider answers at most this many offers. */
const mostOffers = 250
const defaultOffers = 50
const mostSeats = 9

export type Cabin = 'economy' | 'premium_economy' | 'business' | 'first'

/** A search that was checked: what is absent was not asked for. */
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

const place = /^[A-Z]{3}$/
const day = /^\d{4}-\d{2}-\d{2}$/
const cabins: readonly unknown[] = ['economy', 'premium_economy', 'business', 'first'] satisfies Cabin[]
const isCabin = (value: unknown): value is Cabin => cabins.includes(value)

/**
 * Reads the params of `search_flights`. The manifest's schema says which values a field takes; here are the rules
 * between fields, and that a day is not past: by the calendar of the last place on earth where it is still today.
 */
export function readSearch(
  params: { readonly [name: string]: unknown },
  config: { readonly max_results?: number | undefined },
  nowMs: number,
): Outcome<Search> {
  const { origin, destination, date, cabin, non_stop, currency } = params
  const returnDate = params.return_date ?? undefined
  const party = typeof params.passengers === 'object' ? asRecord(params.passengers) : { adults: params.passengers }
  const { adults = 1, children = 0, infants = 0 } = party ?? {}
  const limits = [params.max_results, config.max_results].filter((limit) => limit !== undefined)

  if (!isText(origin, place)) return invalid('origin: is not a three-letter code')
  if (!isText(destination, place)) return invalid('destination: is not a three-letter code')
  if (origin === destination) return invalid('destination: is the same as the origin')
  if (!isDay(date)) return invalid('date: is not a date like 2027-02-13')
  if (date < earliestToday(nowMs)) return invalid('date: is past')
  if (returnDate !== undefined && !isDay(returnDate)) return invalid('return_date: is not a date like 2027-02-13')
  if (returnDate !== undefined && returnDate < date) return invalid('return_date: is before the departure')
  if (!isCount(adults) || adults < 1) return invalid('passengers: needs at least 1 adult')
  if (!isCount(children) || !isCount(infants)) return invalid('passengers: children and infants are whole numbers')
  if (adults + children > mostSeats) return invalid('passengers: adults and children together are at most 9')
  if (infants > adults) return invalid('passengers: infants cannot be more than the adults')
  if (cabin !== undefined && !isCabin(cabin)) return invalid('cabin: is not a cabin')
  if (currency !== undefined && !isText(currency, place)) return invalid('currency: is not a three-letter code')
  if (!limits.every(isCount) || limits.includes(0)) return invalid('max_results: is a whole number, at least 1')

  const maxResults = Math.min(mostOffers, ...(limits.length > 0 ? limits : [defaultOffers]))
  const nonStop = non_stop === true
  return done({
    origin,
    destination,
    date,
    returnDate,
    adults,
    children,
    infants,
    cabin,
    nonStop,
    currency,
    maxResults,
  })
}

/** The request to the provider. Host and path are fixed; every value is percent-encoded. */
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

function invalid(detail: string) {
  return failed('INVALID_INPUT', detail)
}

function isText(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value)
}

/** A day of the calendar: 2027-02-30 is none. */
function isDay(value: unknown): value is string {
  if (!isText(value, day)) return false
  const ms = Date.parse(`${value}T00:00:00Z`)
  return Number.isFinite(ms) && new Date(ms).toISOString().slice(0, 10) === value
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** UTC−12 is the last zone to reach a day. */
function earliestToday(nowMs: number): string {
  return new Date(nowMs - 12 * 3_600_000).toISOString().slice(0, 10)
}
