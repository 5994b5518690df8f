import type { Places } from '#lib/places/places.ts'
import { toLocalTime } from '#lib/travel/zoned-time.ts'
import { badParameter, gatewayIssues, type Issue } from '../errors.ts'
import { currencies } from './fares/currencies.ts'
import type { SearchBound, SearchTraveler } from './search.ts'
import { checkDate, DEFAULT_CURRENCY, MOST_OFFERS, MOST_SEATS, type ReadSearch } from './search-limits.ts'
import { cabinSchema } from './wire.ts'

const parameters = [
  'originLocationCode',
  'destinationLocationCode',
  'departureDate',
  'returnDate',
  'adults',
  'children',
  'infants',
  'travelClass',
  'includedAirlineCodes',
  'excludedAirlineCodes',
  'nonStop',
  'currencyCode',
  'maxPrice',
  'max',
] as const
type Parameter = (typeof parameters)[number]

/**
 * Checks the query of `GET /v2/shopping/flight-offers` as documented: presence and format first, then values, then
 * combinations, then whether the locations exist. Each stage reports everything that it finds. "Today" is the date at
 * the origin.
 */
export function readQuery(query: URLSearchParams, places: Pick<Places, 'byCode'>, nowMs: number): ReadSearch {
  const issues: Issue[] = []
  const value = (name: Parameter) => query.get(name) ?? undefined
  const format = (name: Parameter, pattern: RegExp, detail: string, example: string) => {
    const given = value(name)
    if (given !== undefined && !pattern.test(given)) issues.push(badParameter(477, name, detail, example))
  }
  const range = (name: Parameter, low: number, high: number) => {
    const given = value(name)
    if (given === undefined) return
    if (!/^-?\d{1,9}$/.test(given)) issues.push(badParameter(477, name, 'invalid query parameter format', String(low)))
    else if (Number(given) < low || Number(given) > high) {
      issues.push(badParameter(4926, name, `value must be from ${low} to ${high}`, String(low)))
    }
  }

  for (const name of ['originLocationCode', 'destinationLocationCode', 'departureDate', 'adults'] as const) {
    if (!query.has(name)) issues.push(badParameter(32171, name, 'Missing mandatory query parameter'))
  }
  for (const name of parameters) {
    if (query.getAll(name).length > 1) issues.push(badParameter(10661, name, 'Query parameter may be given once'))
  }
  format('originLocationCode', /^[A-Z]{3}$/, 'City/Airport - 3 characters IATA code expected', 'PAR')
  format('destinationLocationCode', /^[A-Z]{3}$/, 'City/Airport - 3 characters IATA code expected', 'NYC')
  format('departureDate', /^\d{4}-\d{2}-\d{2}$/, 'Date in the format YYYY-MM-DD expected', '2027-02-13')
  format('returnDate', /^\d{4}-\d{2}-\d{2}$/, 'Date in the format YYYY-MM-DD expected', '2027-02-20')
  format('travelClass', /^(ECONOMY|PREMIUM_ECONOMY|BUSINESS|FIRST)$/, 'unknown travel class', 'ECONOMY')
  format('nonStop', /^(true|false)$/, 'true or false expected', 'false')
  format('currencyCode', /^[A-Z]{3}$/, 'ISO 4217 currency code expected', DEFAULT_CURRENCY)
  format('includedAirlineCodes', /^[0-9A-Z]{2}(,[0-9A-Z]{2}){0,98}$/, 'IATA airline codes expected', '6X,7X')
  format('excludedAirlineCodes', /^[0-9A-Z]{2}(,[0-9A-Z]{2}){0,98}$/, 'IATA airline codes expected', '6X,7X')
  range('adults', 1, MOST_SEATS)
  range('children', 0, MOST_SEATS)
  range('infants', 0, MOST_SEATS)
  range('maxPrice', 1, 999_999_999)
  range('max', 1, 999_999_999)
  if (issues.length > 0) return { ok: false, issues }

  const from = places.byCode(value('originLocationCode') ?? '')
  const to = places.byCode(value('destinationLocationCode') ?? '')
  const today = toLocalTime(from?.zone ?? 'UTC', nowMs).slice(0, 10)
  const departureDate = value('departureDate') ?? ''
  const returnDate = value('returnDate')
  const wrongDate = (name: 'departureDate' | 'returnDate', date: string) => {
    const problem = checkDate(date, today)
    if (problem === undefined) return
    issues.push(badParameter(problem.code, problem.isPast ? 'departureDate/returnDate' : name, problem.detail))
  }
  wrongDate('departureDate', departureDate)
  if (returnDate !== undefined) wrongDate('returnDate', returnDate)
  const currency = value('currencyCode') ?? DEFAULT_CURRENCY
  if (!currencies.has(currency))
    issues.push(badParameter(4926, 'currencyCode', 'Currency not supported', DEFAULT_CURRENCY))
  if (issues.length > 0) return { ok: false, issues }

  const [adults, children, infants] = [
    Number(value('adults')),
    Number(value('children') ?? 0),
    Number(value('infants') ?? 0),
  ]
  if (returnDate !== undefined && returnDate < departureDate) {
    issues.push(badParameter(2668, 'departureDate/returnDate', 'Return date is before departure date'))
  }
  if (adults + children > MOST_SEATS) {
    issues.push(badParameter(10661, 'adults/children', `At most ${MOST_SEATS} seated travelers`))
  }
  if (infants > adults) issues.push(badParameter(2668, 'infants', 'Number of infants exceeds number of adults'))
  if (query.has('includedAirlineCodes') && query.has('excludedAirlineCodes')) {
    issues.push(
      badParameter(2668, 'includedAirlineCodes/excludedAirlineCodes', 'The two parameters can not be cumulated'),
    )
  }
  if (value('originLocationCode') === value('destinationLocationCode')) {
    issues.push(
      badParameter(2668, 'originLocationCode/destinationLocationCode', 'Origin and destination must be different'),
    )
  }
  if (issues.length > 0) return { ok: false, issues }
  if (from === undefined || to === undefined) return { ok: false, issues: [gatewayIssues.unknownLocation] }

  const maxPrice = value('maxPrice')
  const cabin = cabinSchema.optional().parse(value('travelClass'))
  const bound = (
    id: string,
    origins: readonly string[],
    destinations: readonly string[],
    date: string,
  ): SearchBound => ({
    id,
    origins,
    destinations,
    dates: [date],
    ...(cabin === undefined ? {} : { cabin: { cabin, coverage: 'MOST_SEGMENTS' } }),
  })
  const nonStop = value('nonStop') === 'true'
  return {
    ok: true,
    search: {
      bounds: [
        bound('1', from.airports, to.airports, departureDate),
        ...(returnDate === undefined ? [] : [bound('2', to.airports, from.airports, returnDate)]),
      ],
      travelers: travelersOf(adults, children, infants),
      includedAirlines: codes(value('includedAirlineCodes')),
      excludedAirlines: codes(value('excludedAirlineCodes')),
      mostChanges: nonStop ? 0 : 2,
      nonStop,
      currency,
      maxPrice: maxPrice === undefined ? undefined : Number(maxPrice),
      max: Math.min(MOST_OFFERS, Number(value('max') ?? MOST_OFFERS)),
    },
  }
}

/** Infants sit on the laps of the first adults. */
function travelersOf(adults: number, children: number, infants: number): SearchTraveler[] {
  const some = <T>(count: number, traveler: (nth: number) => T) =>
    Array.from({ length: count }, (_, nth) => traveler(nth))
  const idOf = (nth: number) => String(nth + 1)
  return [
    ...some(adults, (nth): SearchTraveler => ({ id: idOf(nth), type: 'ADULT' })),
    ...some(children, (nth): SearchTraveler => ({ id: idOf(adults + nth), type: 'CHILD' })),
    ...some(
      infants,
      (nth): SearchTraveler => ({ id: idOf(adults + children + nth), type: 'HELD_INFANT', adultId: idOf(nth) }),
    ),
  ]
}

function codes(list: string | undefined): ReadonlySet<string> | undefined {
  return list === undefined ? undefined : new Set(list.split(','))
}
