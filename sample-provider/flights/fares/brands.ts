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

const brand = (code: string, label: string, factor: number, terms: Terms, more: Partial<Terms> = {}): Brand => {
  return { code, label, factor, ...terms, ...more }
}

const economy: Readonly<Record<Style, readonly Brand[]>> = {
  american: [
    brand('BASIC', 'BASIC ECONOMY', 1, bare),
    brand('MAIN', 'MAIN CABIN', 1.17, bare, { change: 'included', seat: 'included', refund: 'charged' }),
    brand('MAINPLUS', 'MAIN PLUS', 1.34, flexible, { refund: 'charged' }),
    brand('MAINFLEX', 'MAIN FLEXIBLE', 1.7, flexible),
  ],
  european: [
    brand('LIGHT', 'ECONOMY LIGHT', 1, light),
    brand('CLASSIC', 'ECONOMY CLASSIC', 1.2, standard),
    brand('FLEX', 'ECONOMY FLEX', 1.62, flexible),
  ],
  gulf: [
    brand('ECOSAVER', 'ECONOMY SAVER', 1, standard, { refund: 'no' }),
    brand('ECOFLEX', 'ECONOMY FLEX', 1.24, standard, { seat: 'included' }),
    brand('ECOPLUS', 'ECONOMY FLEX PLUS', 1.55, flexible, { bags: 'more' }),
  ],
  asian: [
    brand('ECOVALUE', 'ECONOMY VALUE', 1, standard, { refund: 'no' }),
    brand('ECOSTD', 'ECONOMY STANDARD', 1.18, standard, { seat: 'included' }),
    brand('ECOFLEXI', 'ECONOMY FLEXI', 1.58, flexible),
  ],
  'low-cost': [
    brand('BASIC', 'BASIC', 1, bare),
    brand('PLUS', 'PLUS', 1.42, bare, { bags: 'standard', seat: 'included', change: 'charged' }),
    brand('FLEX', 'FLEX', 2.05, flexible, { meal: 'charged', refund: 'charged' }),
  ],
}

const better: Readonly<Record<Exclude<Cabin, 'ECONOMY'>, readonly Brand[]>> = {
  PREMIUM_ECONOMY: [
    brand('PRMSTD', 'PREMIUM ECONOMY', 1, standard, { seat: 'included' }),
    brand('PRMFLEX', 'PREMIUM ECONOMY FLEX', 1.32, flexible, { bags: 'more' }),
  ],
  BUSINESS: [
    brand('BIZSAVER', 'BUSINESS SAVER', 1, front, { refund: 'no' }),
    brand('BIZSTD', 'BUSINESS', 1.22, front),
    brand('BIZFLEX', 'BUSINESS FLEX', 1.5, front, { refund: 'included', change: 'included' }),
  ],
  FIRST: [
    brand('FIRST', 'FIRST', 1, front),
    brand('FIRSTFLEX', 'FIRST FLEX', 1.25, front, { refund: 'included', change: 'included' }),
  ],
}

/** The fare families that an airline sells in a cabin, the cheapest first. */
export function brandsOf(seller: Airline, cabin: Cabin): readonly Brand[] {
  return cabin === 'ECONOMY' ? economy[styleOf(seller)] : better[cabin]
}

/** A cabin's fare family at a step of flexibility, from 0. Beyond the last step: the most flexible family. */
export function brandAt(seller: Airline, cabin: Cabin, step: number): Brand {
  const brands = brandsOf(seller, cabin)
  const found = brands[step] ?? brands.at(-1)
  if (found === undefined) throw new RangeError(`${cabin} has no fare`)
  return found
}
