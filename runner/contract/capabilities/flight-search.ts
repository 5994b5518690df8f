import * as z from 'zod'
import type { FieldFacts } from '../field-facts.ts'
import { areDates, currencyCode, iataCode, isoDate, wholeNumber } from '../travel-fields.ts'
import { type AddIssue, type Params, whateverElse } from './action-contract.ts'
import type { NamedDay } from './check-days.ts'
import { readSlice, slicesOf } from './flight-slices.ts'
import { earliestAfter } from './search-days.ts'
import { flightDefaults } from './search-defaults.ts'
import { flightLimits } from './search-limits.ts'
import { type FlightSlice, maxSlices } from './slice-text.ts'

export const cabins = ['economy', 'premium_economy', 'business', 'first'] as const
export const Cabin = z.enum(cabins)
export type Cabin = z.infer<typeof Cabin>

const [, maxSeats] = flightLimits.adults

/** One flight of a trip. The date is local to the origin. */
const Slice = z.strictObject({
  origin: iataCode.describe('Airport or city to leave from, as a three-letter IATA code.'),
  destination: iataCode.describe('Airport or city to arrive at, as a three-letter IATA code. Not the origin.'),
  date: isoDate.describe('Day of departure, local to the origin, like 2027-02-13. Today or later.'),
})

/** The flights after the first, each as a text. Absent: one way or a round trip. */
const onward = z
  .array(z.string().transform(readSlice).pipe(Slice))
  .min(1, 'must name at least one flight')
  .max(maxSlices - 1, `must name at most ${maxSlices - 1} flights`)
  .describe(
    'The flights of a multi-city trip after the first one, in order, like NYC-AUA-2027-03-15. Not with return_date.',
  )

const field = {
  ...Slice.shape,
  return_date: isoDate
    .nullable()
    .describe('Day of the return flight, local to the destination. Null or absent: one way.'),
  onward: onward.exactOptional(),
  adults: wholeNumber(flightLimits.adults).describe('Travelers aged 12 or older. Default: 1.'),
  children: wholeNumber(flightLimits.children).describe('Travelers aged 2 to 11. Default: 0.'),
  infants: wholeNumber(flightLimits.infants).describe('Travelers under 2, each on the lap of an adult. Default: 0.'),
  cabin: Cabin.describe('Cabin for most of the flight time, or better. Default: any.'),
  non_stop: z.boolean().describe('Only non-stop flights.').default(flightDefaults.non_stop),
  currency: currencyCode.describe(
    "Currency of the prices, as an ISO 4217 code. The provider must support it. Default: the provider's choice.",
  ),
  max_results: wholeNumber(flightLimits.max_results).describe(
    "Maximum number of offers. The request's config may lower it. Default: 50.",
  ),
}

/**
 * One flight search as the form, the URL and the route represent it: one way, round trip or multi-city, with the page's
 * defaults for missing values.
 */
export const FlightSearch = z
  .strictObject({
    ...field,
    return_date: field.return_date.default(null),
    adults: field.adults.default(flightDefaults.adults),
    children: field.children.default(flightDefaults.children),
    infants: field.infants.default(flightDefaults.infants),
    cabin: field.cabin
      .default(flightDefaults.cabin)
      .describe('Cabin for most of the flight time, or better. Default: economy.'),
    currency: field.currency
      .default(flightDefaults.currency)
      .describe('Currency of the prices, as an ISO 4217 code. The provider must support it. Default: USD.'),
    max_results: field.max_results.default(flightDefaults.max_results),
  })
  .superRefine((search, { addIssue }) => {
    checkTrip(search, addIssue)
    checkParty(search, [], addIssue)
  })
export type FlightSearch = z.infer<typeof FlightSearch>

const Party = z.strictObject({
  adults: field.adults.exactOptional(),
  children: field.children.exactOptional(),
  infants: field.infants.exactOptional(),
})

/** A trip as `slices` or as origin, destination and dates; travelers by kind or as `passengers`. */
const AcceptedParams = z.strictObject({
  slices: z
    .array(Slice)
    .min(1)
    .max(maxSlices)
    .describe('The flights of the trip in order, instead of origin, destination, date and return_date.')
    .exactOptional(),
  origin: field.origin.exactOptional(),
  destination: field.destination.exactOptional(),
  date: field.date.exactOptional(),
  return_date: field.return_date.exactOptional(),
  ...Party.shape,
  passengers: z
    .union([field.adults, Party], 'must be the number of adults, or adults, children and infants')
    .describe(
      'The number of adults, or how many adults, children (2 to 11) and infants (on a lap) travel. Default: one adult.',
    )
    .exactOptional(),
  cabin: field.cabin.exactOptional(),
  non_stop: field.non_stop,
  currency: field.currency.exactOptional(),
  max_results: field.max_results.exactOptional(),
})

/**
 * What callers of `search_flights` may send. In the normal form, trips are slices and travelers are counted by kind.
 */
export const FlightParams = AcceptedParams.superRefine(checkForms, whateverElse)
  .superRefine((params, { addIssue }) => {
    checkTrip(params, addIssue)
    checkParty(partyOf(params), params.passengers === undefined ? [] : ['passengers'], addIssue)
  })
  .transform(
    ({ slices, origin, destination, date, return_date, passengers, adults, children, infants, ...wishes }) => ({
      slices: givenSlices({ slices, origin, destination, date, return_date }),
      ...partyOf({ passengers, adults, children, infants }),
      ...wishes,
    }),
  )
export type FlightParams = z.infer<typeof FlightParams>

type Trip = {
  readonly slices?: FlightSlice[] | undefined
  readonly onward?: FlightSlice[] | undefined
  readonly origin?: string | undefined
  readonly destination?: string | undefined
  readonly date?: string | undefined
  readonly return_date?: string | null | undefined
}
type Party = { readonly adults: number; readonly children: number; readonly infants: number }
type Counts = { readonly [kind in keyof Party]?: Party[kind] | undefined }

/** An incomplete trip yields no slices; its missing fields are reported separately. */
function givenSlices({ slices, onward, origin, destination, date, return_date = null }: Trip): FlightSlice[] {
  if (slices !== undefined) return slices
  if (origin === undefined || destination === undefined || date === undefined) return []
  return slicesOf({ origin, destination, date, return_date, onward })
}

function partyOf({ passengers, ...counts }: Counts & { readonly passengers?: number | Counts | undefined }): Party {
  const given = typeof passengers === 'number' ? { adults: passengers } : (passengers ?? counts)
  const { adults, children, infants } = flightDefaults
  return {
    adults: given.adults ?? adults,
    children: given.children ?? children,
    infants: given.infants ?? infants,
  }
}

function checkForms(params: z.infer<typeof AcceptedParams>, { addIssue }: { readonly addIssue: AddIssue }): void {
  const report = (name: string, message: string, code: FieldFacts['code']) =>
    addIssue({ code: 'custom', path: [name], message, params: { code } })
  for (const name of ['origin', 'destination', 'date', 'return_date'] as const) {
    if (params.slices !== undefined && params[name] !== undefined)
      report(name, 'cannot be given together with slices', 'beside')
    if (params.slices === undefined && params[name] === undefined && name !== 'return_date') {
      report(name, 'is required, unless slices are given', 'required')
    }
  }
  for (const name of ['adults', 'children', 'infants'] as const) {
    if (params.passengers !== undefined && params[name] !== undefined) {
      report(name, 'cannot be given together with passengers', 'beside')
    }
  }
}

function checkTrip(trip: Trip, addIssue: AddIssue): void {
  const report = (path: PropertyKey[], message: string, params: FieldFacts) =>
    addIssue({ code: 'custom', path, message, params })
  const { slices, onward } = trip
  if (onward !== undefined && trip.return_date)
    report(['return_date'], 'cannot be given together with onward', { code: 'beside' })
  const pathOf = (at: number) => {
    if (slices !== undefined) return ['slices', at]
    return at > 0 ? ['onward', at - 1] : []
  }
  const all = givenSlices(trip)
  for (const [at, { origin, destination, date }] of all.entries()) {
    const isReturn = slices === undefined && onward === undefined && at === 1
    const before = all[at - 1]
    if (origin === destination && !isReturn)
      report([...pathOf(at), 'destination'], 'is the same as the origin', { code: 'same' })
    if (before !== undefined && areDates(before.date, date) && date < earliestAfter(before.date)) {
      if (isReturn) report(['return_date'], 'is before the departure', { code: 'before' })
      else {
        const message = `is before the previous flight: the earliest is ${before.date}`
        report([...pathOf(at), 'date'], message, { code: 'before', date: before.date })
      }
    }
  }
}

/** Compares counts only when each is valid by itself. */
function checkParty({ adults, children, infants }: Party, path: PropertyKey[], addIssue: AddIssue): void {
  const report = (name: keyof Party, message: string, params: FieldFacts) =>
    addIssue({ code: 'custom', path: [...path, name], message, params })
  if (adults < 1 || adults > maxSeats || children >= maxSeats) return
  if (adults + children > maxSeats) {
    const message = `must be at most ${maxSeats} together with the children`
    report('adults', message, { code: 'together', most: maxSeats })
  }
  if (infants > adults) report('infants', 'cannot be more than the adults', { code: 'tooMany' })
}

/** The trip as origin, destination and dates. Empty unless it is one way or a round trip. */
export function flightAliases({ slices }: FlightParams): Params {
  const [out, back, ...others] = slices
  if (out === undefined || others.length > 0) return {}
  if (back === undefined) return { ...out }
  const isBack = back.origin === out.destination && back.destination === out.origin
  return isBack ? { ...out, return_date: back.date } : {}
}

/** The departure days with the names of their fields in the params as `given`: `date`, or `slices.0.date`. */
export function flightDays(params: FlightParams, given: unknown): NamedDay[] {
  const hasSlices = typeof given === 'object' && given !== null && 'slices' in given && given.slices !== undefined
  const names = hasSlices ? [] : ['date', 'return_date']
  return params.slices.map(({ date }, at) => [names[at] ?? `slices.${at}.date`, date])
}
