import type { Bags, FareCondition, FlightResult, FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import type { Cabin } from '#runner/contract/capabilities/flight-search.ts'
import { bagsOf } from '#runner/sdk/flight-legs.ts'
import { asAmount, asArray, asCount, asFlag, isRecord, type TextReader } from '#runner/sdk/read-json.ts'
import type { GivenCabinBags, GivenCheckedBags, GivenFareDetails, GivenOffer, GivenTraveler } from './given.ts'

/** The offer's fare details of one segment for the first adult, who represents all travelers. */
export type SegmentFare = Pick<FlightSegment, 'cabin' | 'bags' | 'fare'>

const cabins = new Map<unknown, Cabin>([
  ['ECONOMY', 'economy'],
  ['PREMIUM_ECONOMY', 'premium_economy'],
  ['BUSINESS', 'business'],
  ['FIRST', 'first'],
])

/** A cabin that the contract does not know counts as absent. */
export function cabinOf(value: unknown): Cabin | undefined {
  return cabins.get(value)
}

/** The details that represent all travelers: the first adult's, or else the first traveler's. */
export function detailsOf(travelers: readonly GivenTraveler[]): readonly GivenFareDetails[] {
  return asArray(leadOf(travelers)?.fareDetailsBySegment)
}

/** A segment's details. They usually follow the order of the segments, so those at `position` are tried first. */
export function detailsAt(
  details: readonly GivenFareDetails[],
  position: number,
  segmentId: unknown,
): GivenFareDetails | undefined {
  const expected = details[position]
  if (expected && expected.segmentId === segmentId) return expected
  const id = asId(segmentId)
  return details.find((one) => one && asId(one.segmentId) === id)
}

/** The fare of a segment. */
export function fareAt(
  details: readonly GivenFareDetails[],
  position: number,
  segmentId: unknown,
  text: TextReader,
): SegmentFare | undefined {
  const found = detailsAt(details, position, segmentId)
  return found ? readFare(found, text) : undefined
}

/** The key that joins two parts of an answer. A number matches its text. */
function asId(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}

function leadOf(travelers: readonly GivenTraveler[]): GivenTraveler | undefined {
  for (const traveler of travelers) if (traveler?.travelerType === 'ADULT') return traveler
  return travelers[0]
}

function readFare(details: NonNullable<GivenFareDetails>, text: TextReader): SegmentFare | undefined {
  if (!isRecord(details)) return undefined
  return {
    cabin: cabinOf(details.cabin),
    bags: readBags(details.includedCheckedBags, details.includedCabinBags),
    fare: readBookedFare(details, text),
  }
}

function readBookedFare(details: NonNullable<GivenFareDetails>, text: TextReader): FlightSegment['fare'] {
  const brand = text(details.brandedFareLabel) ?? text(details.brandedFare)
  const bookingClass = text(details.class)
  const basis = text(details.fareBasis)
  if (brand === undefined && bookingClass === undefined && basis === undefined) return undefined
  return { brand, booking_class: bookingClass, basis }
}

function readBags(checked: GivenCheckedBags, cabin: GivenCabinBags): Bags | undefined {
  const weight = kilograms(checked?.weight, checked?.weightUnit)
  return bagsOf(asCount(cabin?.quantity), asCount(checked?.quantity), weight)
}

/** Kilograms to one decimal. A unit other than kilograms or pounds yields nothing; a missing unit means kilograms. */
export function kilograms(weight: unknown, unit: unknown): number | undefined {
  if (weight === undefined) return undefined
  const amount = asAmount(weight)
  if (amount === undefined) return undefined
  if (unit === undefined || unit === 'KG' || unit === 'K') return Math.round(amount * 10) / 10
  return unit === 'LB' || unit === 'L' ? Math.round(amount * 4.5359237) / 10 : undefined
}

/** The whole texts that grant a refund. Others may deny one: "REFUND FORBIDDEN". */
const refund = /^(?:REFUNDABLE TICKET|REFUNDS ANYTIME|REFUND (?:BEFORE|AFTER) DEPARTURE)$/i

function hasRefund(details: GivenFareDetails | undefined): boolean {
  return asArray(details?.amenities).some((one) => typeof one?.description === 'string' && refund.test(one.description))
}

/**
 * Conditions of all segments together. One that costs extra on one segment is not free. A free one that a segment lacks
 * is left out, because it does not hold for the whole offer; so is any refund, because the rest would not be refunded.
 * Where the provider does not say whether it costs extra, the segment counts as one without it.
 */
function readConditions(
  details: readonly (GivenFareDetails | undefined)[],
  text: TextReader,
): FareCondition[] | undefined {
  const found = new Map<string, { condition: FareCondition; segments: number; last: number }>()
  for (const [at, one] of details.entries()) {
    for (const amenity of asArray(one?.amenities)) {
      const description = text(amenity?.description)
      const charged = asFlag(amenity?.isChargeable)
      if (description === undefined || charged === undefined) continue
      const known = found.get(description)
      if (known === undefined) {
        const kind = text(amenity?.amenityType)?.toLowerCase() ?? 'other'
        found.set(description, { condition: { kind, text: description, charged }, segments: 1, last: at })
        continue
      }
      known.condition.charged ||= charged
      if (known.last !== at) known.segments += 1
      known.last = at
    }
  }
  const conditions: FareCondition[] = []
  for (const { condition, segments } of found.values()) {
    if (segments === details.length || (condition.charged && !refund.test(condition.text))) conditions.push(condition)
  }
  return conditions.length === 0 ? undefined : conditions
}

/** The fare of the whole offer. Absent when the provider states none. `details` has one entry for each segment. */
export function readOfferFare(
  offer: NonNullable<GivenOffer>,
  brand: string | undefined,
  details: readonly (GivenFareDetails | undefined)[],
  text: TextReader,
): FlightResult['fare'] {
  const seats = asCount(offer.numberOfBookableSeats)
  const conditions = readConditions(details, text)
  const flag = asFlag(offer.pricingOptions?.refundableFare)
  // The provider also sends `false` with fares whose amenities include a refund.
  const refundable = flag === false && details.length > 0 && details.every(hasRefund) ? undefined : flag
  if (brand === undefined && seats === undefined && refundable === undefined && conditions === undefined) {
    return undefined
  }
  return { brand, seats_left: seats, refundable, conditions }
}
