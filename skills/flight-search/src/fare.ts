import type { Bags, FareCondition, FlightResult, FlightSegment } from '#runner/contract/flights.ts'
import type {
  GivenAmenity,
  GivenCabinBags,
  GivenCheckedBags,
  GivenFareDetails,
  GivenOffer,
  GivenTraveler,
} from './given.ts'
import { asAmount, asArray, asCount, asFlag, asId, isRecord, remembering, type TextReader } from './read.ts'
import type { Cabin } from './request.ts'

/** What the offer says of one segment for the traveler that stands for all: the first adult. */
export type SegmentFare = Pick<FlightSegment, 'cabin' | 'bags' | 'fare'>

export type OfferFare = {
  /** By the segment's id, as `asId` gives it. */
  readonly bySegment: ReadonlyMap<unknown, SegmentFare>
  readonly conditions: FareCondition[] | undefined
}

/** Reads what fare details say, the id of their segment and the amenities aside. */
export type FareReader = (details: GivenFareDetails) => SegmentFare | undefined

const cabins = new Map<unknown, Cabin>([
  ['ECONOMY', 'economy'],
  ['PREMIUM_ECONOMY', 'premium_economy'],
  ['BUSINESS', 'business'],
  ['FIRST', 'first'],
])

/** A cabin that the contract does not know is none. */
export function cabinOf(value: unknown): Cabin | undefined {
  return cabins.get(value)
}

export function createFareReader(text: TextReader): FareReader {
  const bags = remembering((checked: GivenCheckedBags) =>
    remembering((cabin: GivenCabinBags) => readBags(checked, cabin)),
  )
  return remembering((details) => {
    if (!details || !isRecord(details)) return undefined
    return {
      cabin: cabinOf(details.cabin),
      bags: bags(details.includedCheckedBags)?.(details.includedCabinBags),
      fare: readBookedFare(details, text),
    }
  })
}

export function readFare(travelers: readonly GivenTraveler[], read: FareReader, text: TextReader): OfferFare {
  const bySegment = new Map<unknown, SegmentFare>()
  let conditions: Map<string, FareCondition> | undefined
  for (const details of asArray(leadOf(travelers)?.fareDetailsBySegment)) {
    const one = read(details)
    if (!details || one === undefined) continue
    bySegment.set(asId(details.segmentId), one)
    if (details.amenities === undefined) continue
    conditions ??= new Map()
    collectConditions(asArray(details.amenities), text, conditions)
  }
  return { bySegment, conditions: conditions?.size ? [...conditions.values()] : undefined }
}

function leadOf(travelers: readonly GivenTraveler[]): GivenTraveler | undefined {
  for (const traveler of travelers) if (traveler?.travelerType === 'ADULT') return traveler
  return travelers[0]
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

function bagsOf(cabin: number | undefined, pieces: number | undefined, weight: number | undefined): Bags | undefined {
  const isChecked = pieces !== undefined || weight !== undefined
  if (cabin === undefined && !isChecked) return undefined
  return { cabin, checked: isChecked ? { pieces, weight_kg: weight } : undefined }
}

/** Kilograms to one decimal. A unit that is neither kilograms nor pounds gives nothing; none means kilograms. */
export function kilograms(weight: unknown, unit: unknown): number | undefined {
  if (weight === undefined) return undefined
  const amount = asAmount(weight)
  if (amount === undefined) return undefined
  if (unit === undefined || unit === 'KG' || unit === 'K') return Math.round(amount * 10) / 10
  return unit === 'LB' || unit === 'L' ? Math.round(amount * 4.5359237) / 10 : undefined
}

/** A condition that costs extra on one segment is not free. */
function collectConditions(
  amenities: readonly GivenAmenity[],
  text: TextReader,
  found: Map<string, FareCondition>,
): void {
  for (const amenity of amenities) {
    const description = text(amenity?.description)
    if (description === undefined) continue
    const charged = amenity?.isChargeable === true
    const known = found.get(description)
    if (known !== undefined) known.charged ||= charged
    else
      found.set(description, { kind: text(amenity?.amenityType)?.toLowerCase() ?? 'other', text: description, charged })
  }
}

/** What holds on every segment: the least of each; absent unless every segment says it. */
export function leastBags(segments: readonly Pick<FlightSegment, 'bags'>[]): Bags | undefined {
  const first = segments[0]?.bags
  let cabin = first?.cabin
  let pieces = first?.checked?.pieces
  let weight = first?.checked?.weight_kg
  let isNone = pieces === 0
  let differs = false
  for (const { bags } of segments) {
    if (bags === first) continue
    differs = true
    const checked = bags?.checked
    cabin = lesser(cabin, bags?.cabin)
    pieces = lesser(pieces, checked?.pieces)
    weight = lesser(weight, checked?.weight_kg)
    isNone ||= checked?.pieces === 0
  }
  if (!differs && !isNone) return first
  return bagsOf(cabin, isNone ? 0 : pieces, isNone ? undefined : weight)
}

function lesser(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return undefined
  return one < other ? one : other
}

/** The fare of the whole offer; absent when the provider says nothing of it. */
export function readOfferFare(
  offer: NonNullable<GivenOffer>,
  fare: OfferFare,
  segments: readonly FlightSegment[],
): FlightResult['fare'] {
  const { conditions } = fare
  const brand = brandOf(segments)
  const seats = asCount(offer.numberOfBookableSeats)
  const refundable = asFlag(offer.pricingOptions?.refundableFare)
  if (brand === undefined && seats === undefined && refundable === undefined && conditions === undefined) {
    return undefined
  }
  return { brand, seats_left: seats, refundable, conditions }
}

/** The brands of all segments, each once. */
function brandOf(segments: readonly FlightSegment[]): string | undefined {
  const brands: string[] = []
  let last: string | undefined
  for (const { fare } of segments) {
    const brand = fare?.brand
    if (brand === undefined || brand === last) continue
    last = brand
    if (!brands.includes(brand)) brands.push(brand)
  }
  return brands.length < 2 ? last : brands.join(' / ')
}
