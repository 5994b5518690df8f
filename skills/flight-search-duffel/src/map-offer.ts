import type { FareCondition, FlightResult, FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import type { Cabin } from '#runner/contract/capabilities/flight-search.ts'
import { broken } from '#runner/sdk/broken-offer.ts'
import { bagsOf, brandOf, legOf, minBags, minutesBetween, type TimedLeg } from '#runner/sdk/flight-legs.ts'
import type { FlightTimes } from '#runner/sdk/flight-times.ts'
import { createMoney } from '#runner/sdk/money.ts'
import { asAmount, asArray, asCount, isRecord, type TextReader } from '#runner/sdk/read-json.ts'
import type { GivenCondition, GivenOffer, GivenSegment, GivenSlice } from './given.ts'
import { carrierOf, type Flight, segmentOf } from './map-segment.ts'

/** Shared by all offers of one answer. */
export type Wanted = {
  /** The requested days of departure, one for each slice of the trip. An offer with other days is left out. */
  readonly days: readonly string[]
  /** The travelers with a seat. */
  readonly seats: number
  readonly times: FlightTimes
  readonly text: TextReader
}

/**
 * Maps one offer of the provider to a result. Throws a BrokenOffer if it cannot be shown. Its flights and their times
 * must be resolved. `position` is the offer's index in the answer, from 0, and stands for an ID that is missing.
 */
export function mapOffer(
  offer: GivenOffer,
  flights: readonly (readonly Flight[])[],
  position: number,
  wanted: Wanted,
): FlightResult {
  if (!offer || !isRecord(offer)) return broken('no object')
  const { days, seats, text } = wanted
  const money = createMoney(offer.total_currency) ?? broken('no currency')
  const total = money.parse(offer.total_amount) ?? broken('no amount')
  if (total === 0) broken('no amount')
  const base = offer.base_currency === money.currency ? money.parse(offer.base_amount) : undefined
  const tax = offer.tax_currency === money.currency ? money.parse(offer.tax_amount) : undefined
  const legs = readLegs(offer, flights, wanted)
  if (legs.length !== days.length) broken('another number of slices than asked')
  if (legs.some((leg, at) => leg.departure.time.slice(0, 10) !== days[at])) broken('another day than asked')
  const outward = legs[0] ?? broken('no slice')
  const segments = legs.flatMap((leg) => leg.segments)
  const airline = outward.segments[0]?.carrier ?? broken('no segment')
  return {
    id: text(offer.id) ?? String(position + 1),
    provider: 'Duffel',
    airline: airline.name,
    airline_code: airline.code,
    seller: carrierOf(offer.owner, text),
    price: money.price(total),
    // A base above the total is an error of the provider, and would make the taxes negative.
    price_base: base !== undefined && base <= total ? money.price(base) : undefined,
    // The provider sums its taxes; XT is the industry's code for combined taxes.
    taxes: tax !== undefined && tax > 0 && tax <= total ? [{ code: 'XT', price: money.price(tax) }] : undefined,
    departure: outward.departure.time,
    arrival: outward.arrival.time,
    stops: outward.stops,
    duration_minutes: outward.duration_minutes,
    legs,
    bags: minBags(segments),
    fare: offerFare(offer, brandOf(segments)),
    co2_kg: emissionsOf(offer.total_emissions_kg, seats),
  }
}

function readLegs(
  offer: NonNullable<GivenOffer>,
  flights: readonly (readonly Flight[])[],
  { times, text }: Wanted,
): FlightResult['legs'] {
  const lead = leadOf(offer)
  const legs: FlightResult['legs'] = []
  let last: TimedLeg | undefined
  for (const [at, slice] of asArray<GivenSlice>(offer.slices).entries()) {
    const brand = text(slice?.fare_brand_name)
    const flown = flights[at] ?? []
    const spans = times.spansOf(flown)
    const next = legOf(
      flown.map((flight, index) => {
        const fare = flight.given ? segmentFare(flight.given, lead, brand, text) : noFare
        return segmentOf(flight, spans[index], fare, text)
      }),
    )
    if (last !== undefined) minutesBetween(last, next)
    last = next
    legs.push(next.leg)
  }
  return legs
}

const noFare: Pick<FlightSegment, 'cabin' | 'bags' | 'fare'> = {}

/** Kilograms for each traveler, to one decimal. The provider estimates them for all travelers together. */
function emissionsOf(given: unknown, seats: number): number | undefined {
  const all = asAmount(given)
  return all === undefined || all === 0 ? undefined : Math.round((all / seats) * 10) / 10
}

const cabins = new Map<unknown, Cabin>([
  ['economy', 'economy'],
  ['premium_economy', 'premium_economy'],
  ['business', 'business'],
  ['first', 'first'],
])

/** The ID of the first adult, who represents all travelers. `undefined`: the first traveler does. */
function leadOf(offer: NonNullable<GivenOffer>): unknown {
  return asArray(offer.passengers).find((passenger) => passenger?.type === 'adult')?.id
}

/** What the lead traveler's fare includes on a flight. */
function segmentFare(
  segment: NonNullable<GivenSegment>,
  lead: unknown,
  brand: string | undefined,
  text: TextReader,
): Pick<FlightSegment, 'cabin' | 'bags' | 'fare'> {
  const passengers = asArray(segment.passengers)
  const given = passengers.find((one) => lead !== undefined && one?.passenger_id === lead) ?? passengers[0]
  const baggages = asArray(given?.baggages)
  const basis = text(given?.fare_basis_code)
  return {
    cabin: cabins.get(given?.cabin_class),
    bags: bagsOf(countOf(baggages, 'carry_on'), countOf(baggages, 'checked'), undefined),
    fare: brand === undefined && basis === undefined ? undefined : { brand, basis },
  }
}

/** The sum of a kind's entries. A kind that is not named is unknown, not 0. */
function countOf(
  baggages: readonly ({ readonly type?: unknown; readonly quantity?: unknown } | null)[],
  kind: string,
): number | undefined {
  let sum: number | undefined
  for (const baggage of baggages) {
    const count = baggage?.type === kind ? asCount(baggage.quantity) : undefined
    if (count !== undefined) sum = (sum ?? 0) + count
  }
  return sum
}

/** The fare of the whole offer. Absent when the provider states none. */
function offerFare({ conditions }: NonNullable<GivenOffer>, brand: string | undefined): FlightResult['fare'] {
  const refund = conditions?.refund_before_departure
  const said = [
    conditionOf('refund', 'Refund before departure', refund),
    conditionOf('change', 'Change before departure', conditions?.change_before_departure),
  ].filter((condition) => condition !== undefined)
  const refundable = typeof refund?.allowed === 'boolean' ? refund.allowed : undefined
  if (brand === undefined && refundable === undefined && said.length === 0) return undefined
  return { brand, refundable, conditions: said.length === 0 ? undefined : said }
}

/** A permitted refund or change, with its penalty. `undefined` if it is forbidden or not mentioned. */
function conditionOf(kind: string, what: string, given: GivenCondition): FareCondition | undefined {
  if (given?.allowed !== true) return undefined
  const penalty = createMoney(given.penalty_currency)?.read(given.penalty_amount)
  if (penalty?.amount === 0) return { kind, text: what, charged: false }
  return { kind, text: what, charged: true, ...(penalty === undefined ? {} : { fee: penalty }) }
}
