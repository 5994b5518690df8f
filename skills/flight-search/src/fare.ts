import type { Bags, FareCondition, FlightResult, FlightSegment } from '#runner/contract/capabilities/flight-result.ts'
import type { Cabin } from '#runner/contract/capabilities/flight-search.ts'
import type {
  GivenAmenities,
  GivenAmenity,
  GivenCabinBags,
  GivenCheckedBags,
  GivenFareDetails,
  GivenOffer,
  GivenTraveler,
} from './given.ts'
import { asAmount, asArray, asCount, asFlag, asId, isRecord, remembering, type TextReader } from './read.ts'

/** What the offer says of one segment for the traveler that stands for all: the first adult. */
export type SegmentFare = Pick<FlightSegment, 'cabin' | 'bags' | 'fare'>

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

/** What stands for all travelers: the details of the first adult, or of whoever comes first. */
export function detailsOf(travelers: readonly GivenTraveler[]): readonly GivenFareDetails[] {
  return asArray(leadOf(travelers)?.fareDetailsBySegment)
}

/** The fare of a segment. Details stand in the order of the segments as a rule, so those at `position` are looked at first. */
export function fareAt(
  details: readonly GivenFareDetails[],
  position: number,
  segmentId: unknown,
  read: FareReader,
): SegmentFare | undefined {
  const expected = details[position]
  if (expected && expected.segmentId === segmentId) return read(expected)
  const id = asId(segmentId)
  const found = details.find((one) => one && asId(one.segmentId) === id)
  return found ? read(found) : undefined
}

/** Conditions of all segments together. Most have the same list: then it is read once. */
export type ConditionsReader = (details: readonly GivenFareDetails[]) => FareCondition[] | undefined

export function createConditionsReader(text: TextReader): ConditionsReader {
  const ofList = remembering((amenities: GivenAmenities) => readConditions([amenities], text))
  return (details) => {
    let first: GivenAmenities
    let others: GivenAmenities[] | undefined
    for (const one of details) {
      const amenities = one?.amenities
      if (amenities === undefined || amenities === first) continue
      if (first === undefined) first = amenities
      else {
        others ??= [first]
        if (!others.includes(amenities)) others.push(amenities)
      }
    }
    if (first === undefined) return undefined
    return others === undefined ? ofList(first) : readConditions(others, text)
  }
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
function readConditions(lists: readonly GivenAmenities[], text: TextReader): FareCondition[] | undefined {
  const found = new Map<string, FareCondition>()
  for (const amenity of lists.flatMap(asArray<GivenAmenity>)) {
    const description = text(amenity?.description)
    if (description === undefined) continue
    const charged = amenity?.isChargeable === true
    const known = found.get(description)
    if (known !== undefined) known.charged ||= charged
    else
      found.set(description, { kind: text(amenity?.amenityType)?.toLowerCase() ?? 'other', text: description, charged })
  }
  return found.size === 0 ? undefined : [...found.values()]
}

/** What holds on every segment, or leg: the least of each; absent unless every one says it. */
export function leastBags(parts: readonly { readonly bags?: Bags | undefined }[]): Bags | undefined {
  const first = parts[0]?.bags
  let cabin = first?.cabin
  let pieces = first?.checked?.pieces
  let weight = first?.checked?.weight_kg
  let isNone = pieces === 0
  let differs = false
  for (const { bags } of parts) {
    if (bags === first) continue
    differs = true
    const checked = bags?.checked
    cabin = lesser(cabin, bags?.cabin)
    pieces = lesser(pieces, checked?.pieces)
    weight = lesser(weight, checked?.weight_kg)
    isNone ||= checked?.pieces === 0
  }
  if (!differs && (!isNone || weight === undefined)) return first
  return bagsOf(cabin, isNone ? 0 : pieces, isNone ? undefined : weight)
}

function lesser(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return undefined
  return one < other ? one : other
}

/** The fare of the whole offer; absent when the provider says nothing of it. */
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
