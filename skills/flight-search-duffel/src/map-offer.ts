import type { FlightResult, FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import { broken } from '#runner/sdk/broken-offer.ts'
import { brandOf, legOf, minBags, minutesBetween, type TimedLeg } from '#runner/sdk/flight-legs.ts'
import type { FlightTimes } from '#runner/sdk/flight-times.ts'
import { createMoney } from '#runner/sdk/money.ts'
import { asAmount, asArray, isRecord, type TextReader } from '#runner/sdk/read-json.ts'
import { leadOf, offerFare, segmentFare } from './fare.ts'
import type { GivenOffer, GivenSlice } from './given.ts'
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
