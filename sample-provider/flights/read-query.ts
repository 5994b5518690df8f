import { toLocalTime } from '#lib/travel/model/zoned-time.ts'
import type { Places } from '#lib/travel/server/places/places.ts'
import { currencies } from '../currencies.ts'
import { badRequest, type Checked, gatewayIssues } from '../errors.ts'
import { createQueryReader } from '../query-reader.ts'
import { cabinSchema, type FlightSearch, type SearchTraveler } from './search.ts'
import { checkDate, DEFAULT_CURRENCY, earliestAfter, MAX_OFFERS, MAX_SEATS } from './search-limits.ts'

const place = /^[A-Z]{3}$/
const day = /^\d{4}-\d{2}-\d{2}$/

/**
 * Checks the query of `GET /v2/shopping/flight-offers` as documented: presence and format first, then values, then
 * combinations, then whether the locations exist. Each stage reports all its findings. "Today" is the date at the
 * origin.
 */
export function readQuery(
  query: URLSearchParams,
  places: Pick<Places, 'byCode'>,
  nowMs: number,
): Checked<FlightSearch> {
  const reader = createQueryReader(query, 4926)
  const { issues } = reader
  const refused = { ok: false as const, issues }
  for (const name of ['originLocationCode', 'destinationLocationCode', 'departureDate', 'adults']) reader.require(name)
  const origin = reader.text('originLocationCode', place, 'PAR') ?? ''
  const destination = reader.text('destinationLocationCode', place, 'NYC') ?? ''
  const departureDate = reader.text('departureDate', day, '2027-02-13') ?? ''
  const returnDate = reader.text('returnDate', day, '2027-02-20')
  const cabin = reader.oneOf('travelClass', cabinSchema.options)
  const nonStop = reader.flag('nonStop') ?? false
  const currency = reader.text('currencyCode', /^[A-Z]{3}$/, DEFAULT_CURRENCY) ?? DEFAULT_CURRENCY
  const adults = reader.whole('adults', 1, MAX_SEATS) ?? 0
  const children = reader.whole('children', 0, MAX_SEATS) ?? 0
  const infants = reader.whole('infants', 0, MAX_SEATS) ?? 0
  const max = Math.min(MAX_OFFERS, reader.whole('max', 1, 999_999_999) ?? MAX_OFFERS)
  reader.refuseOthers()
  if (issues.length > 0) return refused

  const [from, to] = [places.byCode(origin), places.byCode(destination)]
  const today = toLocalTime(from?.zone ?? 'UTC', nowMs).slice(0, 10)
  for (const [name, date] of Object.entries({ departureDate, returnDate })) {
    const problem = date === undefined ? undefined : checkDate(date, today, name === 'returnDate')
    if (problem === undefined) continue
    issues.push(badRequest(problem.code, problem.isPast ? 'departureDate/returnDate' : name, problem.detail))
  }
  if (!currencies.has(currency)) {
    issues.push(badRequest(4926, 'currencyCode', 'Currency not supported', DEFAULT_CURRENCY))
  }
  if (issues.length > 0) return refused

  if (returnDate !== undefined && returnDate < earliestAfter(departureDate)) {
    issues.push(badRequest(2668, 'departureDate/returnDate', 'Return date is before departure date'))
  }
  if (adults + children > MAX_SEATS) {
    issues.push(badRequest(10661, 'adults/children', `At most ${MAX_SEATS} seated travelers`))
  }
  if (infants > adults) issues.push(badRequest(2668, 'infants', 'Number of infants exceeds number of adults'))
  if (origin === destination) {
    const both = 'originLocationCode/destinationLocationCode'
    issues.push(badRequest(2668, both, 'Origin and destination must be different'))
  }
  if (issues.length > 0) return refused
  if (from === undefined || to === undefined) return { ok: false, issues: [gatewayIssues.unknownLocation] }

  const out = { origins: from.airports, destinations: to.airports, date: departureDate, cabin }
  const back = { origins: to.airports, destinations: from.airports, date: returnDate, cabin }
  return {
    ok: true,
    value: {
      bounds: back.date === undefined ? [out] : [out, { ...back, date: back.date }],
      travelers: travelersOf(adults, children, infants),
      nonStop,
      currency,
      max,
    },
  }
}

/** The first adults hold the infants on their laps. */
export function travelersOf(adults: number, children: number, infants: number): SearchTraveler[] {
  const travelers: SearchTraveler[] = []
  const nextId = () => String(travelers.length + 1)
  for (let nth = 0; nth < adults; nth++) travelers.push({ id: nextId(), type: 'ADULT' })
  for (let nth = 0; nth < children; nth++) travelers.push({ id: nextId(), type: 'CHILD' })
  for (let nth = 1; nth <= infants; nth++) {
    travelers.push({ id: nextId(), type: 'HELD_INFANT', adultId: String(nth) })
  }
  return travelers
}
