import { z } from 'zod'
import rows from '../../data/fare-families.json' with { type: 'json' }
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
  cabinBags: number
  refund: Allowed
  change: Allowed
  seat: Allowed
  meal: Allowed
  lounge: boolean
}

const allowed = z.enum(['included', 'charged', 'no'])
const rowSchema = z.tuple([
  ...[z.string(), z.string(), z.string(), z.number(), z.enum(['none', 'standard', 'more'])],
  ...[z.number(), allowed, allowed, allowed, allowed, z.boolean()],
] as const)

/** By cabin, and for economy by the style of the airline. The cheapest first. */
const families = new Map<string, Brand[]>()
for (const row of z.array(rowSchema).parse(rows)) {
  const [group, code, label, factor, bags, cabinBags, refund, change, seat, meal, lounge] = row
  const brand = { code, label, factor, bags, cabinBags, refund, change, seat, meal, lounge }
  families.set(group, [...(families.get(group) ?? []), brand])
}

const styles = {
  american: 'US CA',
  european: 'GB IE FR NL BE DE CH AT ES PT IT SE NO FI IS LV PL GR RS TR IL',
  gulf: 'AE QA SA BH KW OM JO LB EG',
}

function styleOf({ country, lowCost }: Airline): string {
  if (lowCost) return 'low-cost'
  return Object.entries(styles).find(([, countries]) => countries.includes(country))?.[0] ?? 'asian'
}

/** The fare families that an airline sells in a cabin, the cheapest first. */
export function brandsOf(seller: Airline, cabin: Cabin): readonly Brand[] {
  return families.get(cabin === 'ECONOMY' ? styleOf(seller) : cabin) ?? []
}

/** A cabin's fare family at a step of flexibility, from 0. Beyond the last step: the most flexible family. */
export function brandAt(seller: Airline, cabin: Cabin, step: number): Brand {
  const brands = brandsOf(seller, cabin)
  const found = brands[step] ?? brands.at(-1)
  if (found === undefined) throw new RangeError(`${cabin} has no fare`)
  return found
}
