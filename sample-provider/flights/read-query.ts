import type { Places } from '#lib/travel/server/places/places.ts'
import { badRequest, type Checked } from '../errors.ts'
import { createQueryReader } from '../query-reader.ts'
import { checkSearch, DEFAULT_CURRENCY, MAX_OFFERS, MAX_SEATS } from './check-search.ts'
import { cabinSchema, type FlightSearch, type SearchTraveler } from './search.ts'

const place = /^[A-Z]{3}$/
const day = /^\d{4}-\d{2}-\d{2}$/

/**
 * Checks the query of `GET /v2/shopping/flight-offers` as documented: presence and format first, then values and
 * combinations, then whether the locations exist. The first two stages report all their findings.
 */
export function readQuery(
  query: URLSearchParams,
  places: Pick<Places, 'byCode'>,
  nowMs: number,
): Checked<FlightSearch> {
  const reader = createQueryReader(query, 4926)
  const { issues } = reader
  for (const name of ['originLocationCode', 'destinationLocationCode', 'departureDate', 'adults']) reader.require(name)
  const from = reader.text('originLocationCode', place, 'PAR') ?? ''
  const to = reader.text('destinationLocationCode', place, 'NYC') ?? ''
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
  if (issues.length > 0) return { ok: false, issues }
  if (infants > adults) issues.push(badRequest(2668, 'infants', 'Number of infants exceeds number of adults'))
  const out = { from, to, date: departureDate, cabin }
  return checkSearch(
    {
      trips: returnDate === undefined ? [out] : [out, { from: to, to: from, date: returnDate, cabin }],
      travelers: travelersOf(adults, children, infants),
      nonStop,
      currency,
      max,
    },
    {
      date: (at, isLate) => (isLate ? 'departureDate/returnDate' : at === 0 ? 'departureDate' : 'returnDate'),
      ends: () => 'originLocationCode/destinationLocationCode',
      currency: 'currencyCode',
      travelers: 'adults/children',
    },
    issues,
    { places, nowMs },
  )
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
