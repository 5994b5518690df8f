import type { Airline } from '../market/airlines.ts'
import type { Cabin } from '../search.ts'

/** A right or amenity of a traveler: included, for a charge, or unavailable. */
export type Allowed = 'included' | 'charged' | 'no'

/** A fare family of one cabin. A cabin has several, from the cheapest to the most flexible. */
export interface Brand {
  code: string
  label: string
  /** Relative to the cheapest fare of the cabin. */
  factor: number
  /** Bags relative to the airline's standard allowance: none, the standard, or one more piece. */
  bags: 'none' | 'standard' | 'more'
  cabinBags: 0 | 1 | 2
  refund: Allowed
  change: Allowed
  seat: Allowed
  meal: Allowed
  lounge: boolean
}

type Style = 'american' | 'european' | 'gulf' | 'asian' | 'low-cost'

const AMERICAN = new Set(['US', 'CA'])
const EUROPEAN = new Set('GB IE FR NL BE DE CH AT ES PT IT SE NO FI IS LV PL GR RS TR IL'.split(' '))
const GULF = new Set('AE QA SA BH KW OM JO LB EG'.split(' '))

function styleOf({ country, lowCost }: Airline): Style {
  if (lowCost) return 'low-cost'
  if (AMERICAN.has(country)) return 'american'
  if (EUROPEAN.has(country)) return 'european'
  return GULF.has(country) ? 'gulf' : 'asian'
}

type Terms = Omit<Brand, 'code' | 'label' | 'factor'>

const bare: Terms = {
  bags: 'none',
  cabinBags: 1,
  refund: 'no',
  change: 'no',
  seat: 'charged',
  meal: 'charged',
  lounge: false,
}
const light: Terms = { ...bare, meal: 'included' }
const standard: Terms = { ...light, bags: 'standard', refund: 'charged', change: 'charged' }
const flexible: Terms = { ...standard, refund: 'included', change: 'included', seat: 'included' }
const front: Terms = { ...standard, bags: 'more', cabinBags: 2, seat: 'included', lounge: true }

const economy: Readonly<Record<Style, readonly Brand[]>> = {
  american: [
    { code: 'BASIC', label: 'BASIC ECONOMY', factor: 1, ...bare },
    {
      code: 'MAIN',
      label: 'MAIN CABIN',
      factor: 1.17,
      ...bare,
      change: 'included',
      seat: 'included',
      refund: 'charged',
    },
    { code: 'MAINPLUS', label: 'MAIN PLUS', factor: 1.34, ...flexible, refund: 'charged' },
    { code: 'MAINFLEX', label: 'MAIN FLEXIBLE', factor: 1.7, ...flexible },
  ],
  european: [
    { code: 'LIGHT', label: 'ECONOMY LIGHT', factor: 1, ...light },
    { code: 'CLASSIC', label: 'ECONOMY CLASSIC', factor: 1.2, ...standard },
    { code: 'FLEX', label: 'ECONOMY FLEX', factor: 1.62, ...flexible },
  ],
  gulf: [
    { code: 'ECOSAVER', label: 'ECONOMY SAVER', factor: 1, ...standard, refund: 'no' },
    { code: 'ECOFLEX', label: 'ECONOMY FLEX', factor: 1.24, ...standard, seat: 'included' },
    { code: 'ECOPLUS', label: 'ECONOMY FLEX PLUS', factor: 1.55, ...flexible, bags: 'more' },
  ],
  asian: [
    { code: 'ECOVALUE', label: 'ECONOMY VALUE', factor: 1, ...standard, refund: 'no' },
    { code: 'ECOSTD', label: 'ECONOMY STANDARD', factor: 1.18, ...standard, seat: 'included' },
    { code: 'ECOFLEXI', label: 'ECONOMY FLEXI', factor: 1.58, ...flexible },
  ],
  'low-cost': [
    { code: 'BASIC', label: 'BASIC', factor: 1, ...bare },
    { code: 'PLUS', label: 'PLUS', factor: 1.42, ...bare, bags: 'standard', seat: 'included', change: 'charged' },
    { code: 'FLEX', label: 'FLEX', factor: 2.05, ...flexible, meal: 'charged', refund: 'charged' },
  ],
}

const premium: readonly Brand[] = [
  { code: 'PRMSTD', label: 'PREMIUM ECONOMY', factor: 1, ...standard, seat: 'included' },
  { code: 'PRMFLEX', label: 'PREMIUM ECONOMY FLEX', factor: 1.32, ...flexible, bags: 'more' },
]
const business: readonly Brand[] = [
  { code: 'BIZSAVER', label: 'BUSINESS SAVER', factor: 1, ...front, refund: 'no' },
  { code: 'BIZSTD', label: 'BUSINESS', factor: 1.22, ...front },
  { code: 'BIZFLEX', label: 'BUSINESS FLEX', factor: 1.5, ...front, refund: 'included', change: 'included' },
]
const first: readonly Brand[] = [
  { code: 'FIRST', label: 'FIRST', factor: 1, ...front },
  { code: 'FIRSTFLEX', label: 'FIRST FLEX', factor: 1.25, ...front, refund: 'included', change: 'included' },
]

/** The fare families that an airline sells in a cabin, the cheapest first. */
export function brandsOf(seller: Airline, cabin: Cabin): readonly Brand[] {
  switch (cabin) {
    case 'ECONOMY':
      return economy[styleOf(seller)]
    case 'PREMIUM_ECONOMY':
      return premium
    case 'BUSINESS':
      return business
    case 'FIRST':
      return first
  }
}

/** A cabin's fare family at a step of flexibility, from 0. Beyond the last step: the most flexible family. */
export function brandAt(seller: Airline, cabin: Cabin, step: number): Brand {
  const brands = brandsOf(seller, cabin)
  const brand = brands[Math.min(step, brands.length - 1)]
  if (brand === undefined) throw new RangeError(`${cabin} has no fare`)
  return brand
}
