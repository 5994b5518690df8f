import type { Journey } from '../journeys/combine.ts'
import type { BoundFare } from './fare-bound.ts'
import type { Fare } from './price-offer.ts'
import type { Tax } from './taxes.ts'

/** A journey at one fare level, which becomes an offer if selected. */
export interface Candidate {
  journey: Journey
  fares: readonly BoundFare[]
  /** One adult's fare and taxes, in US dollars. */
  usd: number
  /** Travel time of all directions. */
  minutes: number
  changes: number
  seller: string
  key: string
}

/** The price factor of a ticket for several directions, relative to single tickets. */
const JOINT_FACTOR = 0.9

/** Every level at which all directions of a journey are sold, the cheapest first. */
export function candidatesOf(journey: Journey): Candidate[] {
  const [first] = journey
  const minutes = journey.reduce((sum, { itinerary }) => sum + itinerary.arrives - itinerary.departs, 0)
  const changes = journey.reduce((sum, { itinerary }) => sum + itinerary.flights.length - 1, 0)
  const key = journey.map(({ itinerary }) => itinerary.key).join()
  const taxUsd = journey.reduce((sum, { taxes }) => sum + taxes.reduce((all, { usd }) => all + usd, 0), 0)
  return first.fares.flatMap((_, at): Candidate[] => {
    const fares = journey.flatMap((bound) => bound.fares[at] ?? [])
    if (fares.length < journey.length) return []
    const seller = first.itinerary.seller.code
    return [{ journey, fares, usd: fareUsd(fares) + taxUsd, minutes, changes, seller, key: `${key}#${at}` }]
  })
}

/** The fare of the whole journey. Taxes with the same code are added up over the directions. */
export function fareOf({ journey, fares }: Candidate): Fare {
  const taxes = new Map<string, Tax>()
  for (const { taxes: own } of journey) {
    for (const tax of own) {
      const known = taxes.get(tax.code)
      taxes.set(tax.code, known === undefined ? tax : { ...known, usd: known.usd + tax.usd })
    }
  }
  return {
    seller: journey[0].itinerary.seller,
    usd: fareUsd(fares),
    taxes: [...taxes.values()],
  }
}

function fareUsd(fares: readonly BoundFare[]): number {
  const sum = fares.reduce((all, { usd }) => all + usd, 0)
  return fares.length > 1 ? sum * JOINT_FACTOR : sum
}
