import { hash32 } from '../../draw.ts'
import { type Allowed, type Brand, brandAt } from '../fares/brands.ts'
import type { Itinerary } from '../journeys/itinerary.ts'
import type { Airline } from '../market/airlines.ts'
import type { Flight } from '../market/timetable.ts'
import type { Cabin } from '../search.ts'

const CABIN_CLASSES: Readonly<Record<Cabin, string>> = {
  ECONOMY: 'NSVTLKQHMBY',
  PREMIUM_ECONOMY: 'REPW',
  BUSINESS: 'IZDCJ',
  FIRST: 'AF',
}
/** On flights from or to these countries, every airline limits bags by number, even if it usually uses weight. */
const COUNTED = new Set(['US', 'CA', 'BR', 'MX'])
const MORE_KG = 10
const MIN_KG = 15

/** Booking class, fare basis, fare family, bags and amenities of one flight. */
export function fareDetails(
  { flights, seller }: Itinerary,
  { route }: Flight,
  cabin: Cabin,
  step: number,
  segmentId: string,
  basis: string,
) {
  const brand = brandAt(seller, cabin, step)
  const [first] = flights
  const classes = CABIN_CLASSES[cabin]
  // More flexible fares get higher booking classes.
  const letter =
    classes[
      Math.min(classes.length - 1, step * 3 + (hash32('class', seller.code, first.number, first.date, cabin) % 4))
    ]
  const counted = flights.some(
    ({ route: { from, to } }) => COUNTED.has(from.countryCode) || COUNTED.has(to.countryCode),
  )
  return {
    segmentId,
    cabin,
    fareBasis: `${letter ?? 'Y'}${basis}${brand.code.slice(0, 3)}${route.from.countryCode}`,
    brandedFare: brand.code,
    brandedFareLabel: brand.label,
    class: letter ?? 'Y',
    includedCheckedBags: checkedBags(route.link.airline, brand, counted),
    includedCabinBags: { quantity: brand.cabinBags },
    amenities: amenitiesOf(brand),
  }
}

export type Bags = { quantity: number } | { weight: number; weightUnit: 'KG' }

function checkedBags({ bags, lowCost }: Airline, brand: Brand, counted: boolean): Bags {
  if (brand.bags === 'none') return { quantity: 0 }
  if ('weight' in bags && !counted) {
    return { weight: Math.max(MIN_KG, bags.weight + (brand.bags === 'more' ? MORE_KG : 0)), weightUnit: 'KG' }
  }
  const pieces = lowCost || 'weight' in bags ? 1 : bags.quantity
  return { quantity: pieces + (brand.bags === 'more' ? 1 : 0) }
}

/** The amenities that the fare family includes or sells; missing ones are not listed. */
function amenitiesOf(brand: Brand) {
  return [
    ...amenity('MEAL', 'MEAL BEVERAGE', brand.meal),
    ...amenity('PRE_RESERVED_SEAT', 'PRE RESERVED SEAT ASSIGNMENT', brand.seat),
    ...amenity('BRANDED_FARES', 'REFUNDABLE TICKET', brand.refund),
    ...amenity('BRANDED_FARES', 'CHANGEABLE TICKET', brand.change),
    ...amenity('LOUNGE', 'LOUNGE ACCESS', brand.lounge ? 'included' : 'no'),
    ...amenity('BAGGAGE', 'FIRST CHECKED BAG', brand.bags === 'none' ? 'charged' : 'no'),
  ]
}

function amenity(amenityType: string, description: string, allowed: Allowed) {
  if (allowed === 'no') return []
  return [{ description, isChargeable: allowed === 'charged', amenityType, amenityProvider: { name: 'BrandedFare' } }]
}

/** The most restrictive terms of all flights apply to the whole offer. */
export function conditionsOf(brands: readonly Brand[]): { refundable: boolean; withoutPenalty: boolean } {
  return {
    refundable: brands.every(({ refund }) => refund !== 'no'),
    withoutPenalty: brands.every(({ refund, change }) => refund === 'included' && change === 'included'),
  }
}
