import { z } from 'zod'
import rows from '../../data/airlines.json' with { type: 'json' }
import partners from '../../data/partners.json' with { type: 'json' }

export interface Airline {
  code: string
  /** As the provider's dictionary spells it. */
  name: string
  country: string
  /** The hubs of the airline's network, the main one first. */
  hubs: readonly string[]
  /** The range of its fleet: wide-body aircraft, narrow-body ones, or narrow-body ones on shorter routes only. */
  reach: 'long' | 'medium' | 'short'
  /** Relative to the average fare of a route. */
  fareFactor: number
  /** Sells flights without connections; the lowest fare includes neither bags nor meals. */
  lowCost: boolean
  /** Checked bags in a standard economy fare: pieces, or kilograms if the airline counts weight. */
  bags: { quantity: number } | { weight: number }
  /** The letters of the cabins besides economy: P, B and F. */
  cabins: string
}

const rowSchema = z.tuple([
  ...[z.string(), z.string(), z.string(), z.string()],
  ...[z.enum(['long', 'medium', 'short']), z.number(), z.number(), z.string()],
] as const)

/**
 * Bag values from 10 up are kilograms, lower ones pieces. 0 is a low-cost airline without included bags. Networks and
 * fares are simplified and describe no real offer.
 */
export const airlines: readonly Airline[] = z
  .array(rowSchema)
  .parse(rows)
  .map(([code, name, country, hubs, reach, fareFactor, bags, cabins]) => ({
    code,
    name,
    country,
    hubs: hubs.split(' '),
    reach,
    fareFactor,
    lowCost: bags === 0,
    bags: bags >= 10 ? { weight: bags } : { quantity: bags },
    cabins,
  }))

/** Alliances, and pairs that sell each other's seats without one. */
const partnerships = new Set(
  partners.groups.flatMap((group) => {
    const codes = group.split(' ')
    return codes.flatMap((code) => codes.map((other) => code + other))
  }),
)

/** Whether one ticket can have flights of both airlines. */
export const arePartners = (one: string, other: string): boolean => one === other || partnerships.has(one + other)

const regional: Readonly<Record<string, readonly string[]>> = partners.regional

/** The regional operator that flies the airline's small aircraft under the airline's name and number, if any. */
export function regionalOperatorOf({ code }: Airline): { code: string; name: string } | undefined {
  const [operator, name] = regional[code] ?? []
  return operator === undefined || name === undefined ? undefined : { code: operator, name }
}
