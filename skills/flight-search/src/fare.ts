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

/** The fare of a segment. Details usually follow the order of the segments, so those at `position` are tried first. */
export function fareAt(
  details: readonly GivenFareDetails[],
  position: number,
  segmentId: unknown,
  text: TextReader,
): SegmentFare | undefined {
  const expected = details[position]
  if (expected && expected.segmentId === segmentId) return readFare(expected, text)
  const id = asId(segmentId)
  const found = details.find((one) => one && asId(one.segmentId) === id)
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

/** Conditions of all segments together. One that costs extra on one segment is not free. */
export function readConditions(details: readonly GivenFareDetails[], text: TextReader): FareCondition[] | undefined {
  const found = new Map<string, FareCondition>()
  for (const one of details) {
    for (const amenity of asArray(one?.amenities)) {
      const description = text(amenity?.description)
      if (description === undefined) continue
      const charged = amenity?.isChargeable === true
      const known = found.get(description)
      if (known !== undefined) known.charged ||= charged
      else
        found.set(description, {
          kind: text(amenity?.amenityType)?.toLowerCase() ?? 'other',
          text: description,
          charged,
        })
    }
  }
  return found.size === 0 ? undefined : [...found.values()]
}

/** The fare of the whole offer. Absent when the provider states none. */
export function readOfferFare(
  offer: NonNullable<GivenOffer>,
  brand: string | undefined,
  conditions: FareCondition[] | undefined,
): FlightResult['fare'] {
  const seats = asCount(offer.numberOfBookableSeats)
  const refundable = asFlag(offer.pricingOptions?.refundableFare)
  if (brand === undefined && seats === undefined && refundable === undefined && conditions === undefined) {
    return undefined
  }
  return { brand, seats_left: seats, refundable, conditions }
}
