import type { Bags, FareCondition, FlightResult, FlightSegment } from '#runner/contract/flights.ts'
import { asAmount, asArray, asCount, asRecord, type JsonRecord, type TextReader } from './read.ts'
import type { Cabin } from './request.ts'

/** What the offer says of one segment for the traveler that stands for all: the first adult. */
export type SegmentFare = Pick<FlightSegment, 'cabin' | 'bags' | 'fare'>

export type OfferFare = {
  readonly bySegment: ReadonlyMap<unknown, SegmentFare>
  readonly conditions: FareCondition[] | undefined
}

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

export function readFare(travelerPricings: readonly unknown[], text: TextReader): OfferFare {
  const lead = travelerPricings.find((each) => asRecord(each)?.travelerType === 'ADULT') ?? travelerPricings[0]
  const bySegment = new Map<unknown, SegmentFare>()
  const conditions = new Map<string, FareCondition>()
  for (const value of asArray(asRecord(lead)?.fareDetailsBySegment)) {
    const details = asRecord(value)
    const id = text(details?.segmentId)
    if (details === undefined || id === undefined) continue
    bySegment.set(id, readSegmentFare(details, text))
    if (details.amenities !== undefined) collectConditions(asArray(details.amenities), text, conditions)
  }
  return { bySegment, conditions: conditions.size === 0 ? undefined : [...conditions.values()] }
}

function readSegmentFare(details: JsonRecord, text: TextReader): SegmentFare {
  const read: SegmentFare = {}
  const cabin = cabinOf(details.cabin)
  const bags = readBags(details)
  const fare = readBookedFare(details, text)
  if (cabin !== undefined) read.cabin = cabin
  if (bags !== undefined) read.bags = bags
  if (fare !== undefined) read.fare = fare
  return read
}

function readBookedFare(details: JsonRecord, text: TextReader): FlightSegment['fare'] {
  const brand = text(details.brandedFareLabel) ?? text(details.brandedFare)
  const bookingClass = text(details.class)
  const basis = text(details.fareBasis)
  if (brand === undefined && bookingClass === undefined && basis === undefined) return undefined
  const fare: FlightSegment['fare'] = {}
  if (brand !== undefined) fare.brand = brand
  if (bookingClass !== undefined) fare.booking_class = bookingClass
  if (basis !== undefined) fare.basis = basis
  return fare
}

function readBags(details: JsonRecord): Bags | undefined {
  const allowance = asRecord(details.includedCheckedBags)
  return bagsOf(
    asCount(asRecord(details.includedCabinBags)?.quantity),
    asCount(allowance?.quantity),
    kilograms(allowance?.weight, allowance?.weightUnit),
  )
}

function bagsOf(cabin: number | undefined, pieces: number | undefined, weight: number | undefined): Bags | undefined {
  if (cabin === undefined && pieces === undefined && weight === undefined) return undefined
  const bags: Bags = {}
  if (cabin !== undefined) bags.cabin = cabin
  if (pieces !== undefined || weight !== undefined) {
    bags.checked = {}
    if (pieces !== undefined) bags.checked.pieces = pieces
    if (weight !== undefined) bags.checked.weight_kg = weight
  }
  return bags
}

/** Kilograms to one decimal. A unit that is neither kilograms nor pounds gives nothing; none means kilograms. */
export function kilograms(weight: unknown, unit: unknown): number | undefined {
  const amount = asAmount(weight)
  if (amount === undefined) return undefined
  if (unit === undefined || unit === 'KG' || unit === 'K') return Math.round(amount * 10) / 10
  return unit === 'LB' || unit === 'L' ? Math.round(amount * 4.5359237) / 10 : undefined
}

/** A condition that costs extra on one segment is not free. */
function collectConditions(amenities: readonly unknown[], text: TextReader, found: Map<string, FareCondition>): void {
  for (const value of amenities) {
    const amenity = asRecord(value)
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
  let cabin: number | undefined = Number.POSITIVE_INFINITY
  let pieces: number | undefined = Number.POSITIVE_INFINITY
  let weight: number | undefined = Number.POSITIVE_INFINITY
  let isNone = false
  for (const { bags } of segments) {
    const checked = bags?.checked
    cabin = lesser(cabin, bags?.cabin)
    pieces = lesser(pieces, checked?.pieces)
    weight = lesser(weight, checked?.weight_kg)
    isNone ||= checked?.pieces === 0
  }
  return segments.length === 0 ? undefined : bagsOf(cabin, isNone ? 0 : pieces, isNone ? undefined : weight)
}

function lesser(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return undefined
  return one < other ? one : other
}

/** The fare of the whole offer; absent when the provider says nothing of it. */
export function readOfferFare(offer: JsonRecord, fare: OfferFare, segments: FlightSegment[]): FlightResult['fare'] {
  const read: NonNullable<FlightResult['fare']> = {}
  const brand = brandOf(segments)
  const seats = asCount(offer.numberOfBookableSeats)
  const refundable = asRecord(offer.pricingOptions)?.refundableFare
  if (brand !== undefined) read.brand = brand
  if (seats !== undefined) read.seats_left = seats
  if (typeof refundable === 'boolean') read.refundable = refundable
  if (fare.conditions !== undefined) read.conditions = fare.conditions
  for (const _field in read) return read
  return undefined
}

/** The brands of all segments, each once. */
function brandOf(segments: readonly FlightSegment[]): string | undefined {
  const brands: string[] = []
  for (const { fare } of segments) {
    if (fare?.brand !== undefined && !brands.includes(fare.brand)) brands.push(fare.brand)
  }
  return brands.length === 0 ? undefined : brands.join(' / ')
}
