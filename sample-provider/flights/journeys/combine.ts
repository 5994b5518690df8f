import { hash32 } from '../../draw.ts'
import type { FaredBound } from '../fares/fare-bound.ts'
import { arePartners } from '../market/airlines.ts'

/** One itinerary for each direction, in order. */
export type Journey = readonly [FaredBound, ...FaredBound[]]

const TURNAROUND_MINUTES = 90
const MAX_JOURNEYS = 300
const [MIN_CHOICES, MAX_CHOICES] = [2, 8]

/**
 * Combines the directions into journeys. Joins each itinerary to some itineraries of the next direction that leave at
 * least 90 minutes after it lands, always including the cheapest of them. Prefers the same seller, then its partners,
 * then any seller.
 */
export function combine([first = [], ...rest]: readonly (readonly FaredBound[])[]): Journey[] {
  let journeys = first.map((bound): Journey => [bound])
  for (const bounds of rest) {
    const choices = Math.min(MAX_CHOICES, Math.max(MIN_CHOICES, Math.ceil(MAX_JOURNEYS / (journeys.length + 1))))
    const bySeller = groupBySeller(bounds)
    journeys = journeys.flatMap((journey) => extend(journey, bySeller, choices)).slice(0, 2 * MAX_JOURNEYS)
  }
  return journeys
}

/** The itineraries of a direction by seller, the cheapest first. */
function groupBySeller(bounds: readonly FaredBound[]): Map<string, FaredBound[]> {
  const groups = new Map<string, FaredBound[]>()
  for (const bound of [...bounds].sort((a, b) => a.cheapestUsd - b.cheapestUsd)) {
    const { code } = bound.itinerary.seller
    const group = groups.get(code) ?? []
    group.push(bound)
    groups.set(code, group)
  }
  return groups
}

function extend(journey: Journey, bySeller: ReadonlyMap<string, readonly FaredBound[]>, count: number): Journey[] {
  const last = (journey.at(-1) ?? journey[0]).itinerary
  const { code, lowCost } = journey[0].itinerary.seller
  const leaves = ({ itinerary }: FaredBound) => itinerary.departs >= last.arrives + TURNAROUND_MINUTES
  let possible = (bySeller.get(code) ?? []).filter(leaves)
  if (possible.length === 0) {
    const others = [...bySeller].filter(([other]) => lowCost || arePartners(code, other))
    possible = (others.length > 0 ? others : [...bySeller])
      .flatMap(([, bounds]) => bounds.filter(leaves).slice(0, count))
      .sort((a, b) => a.cheapestUsd - b.cheapestUsd)
  }
  if (possible.length <= count) return possible.map((bound) => [...journey, bound])
  // Offers the cheapest return with every outbound itinerary. The other returns differ between outbound itineraries, so
  // that as many returns as possible are offered.
  const [cheapest, ...others] = possible
  const start = hash32('back', last.key) % others.length
  const chosen = Array.from({ length: count - 1 }, (_, nth) => others[(start + nth) % others.length])
  return [cheapest, ...chosen].flatMap((bound): Journey[] => (bound === undefined ? [] : [[...journey, bound]]))
}
