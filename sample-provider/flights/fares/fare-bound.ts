import { CABINS, cabinsFor } from '../journeys/cabins.ts'
import type { Itinerary } from '../journeys/itinerary.ts'
import type { Cabin, SearchBound } from '../search.ts'
import { baseFareUsd } from './base-fare.ts'
import { type Brand, brandAt, brandsOf } from './brands.ts'
import { seatsLeft } from './seats.ts'
import { type Tax, taxesOf } from './taxes.ts'

/** A cabin and the flexibility of a fare in it: step 0 is the cheapest fare. */
interface Level {
  cabin: Cabin
  step: number
}

/** One direction at one level. */
export interface BoundFare {
  level: Level
  cabins: readonly Cabin[]
  seats: number
  usd: number
  brands: readonly Brand[]
}

/** An itinerary in one direction, with its fares by level. A level that is not sold is absent. */
export interface FaredBound {
  itinerary: Itinerary
  fares: readonly (BoundFare | undefined)[]
  /** The cheapest of the fares, in US dollars. */
  cheapestUsd: number
  taxes: readonly Tax[]
}

const MAX_STEPS = 4

/**
 * The offered levels of a direction: all fares of the wanted cabin (default: economy); with `anyCabin`, also the
 * cheapest fare of every cabin above economy.
 */
export function levelsOf({ cabin = 'ECONOMY' }: SearchBound, anyCabin: boolean): Level[] {
  const steps = Array.from({ length: MAX_STEPS }, (_, step): Level => ({ cabin, step }))
  if (!anyCabin) return steps
  return [...steps, ...CABINS.slice(1).map((better): Level => ({ cabin: better, step: 0 }))]
}

/** Prices an itinerary at each level. `undefined` if no level has enough seats and flight time in its cabin. */
export function fareBound(
  itinerary: Itinerary,
  { levels, seated, today }: { levels: readonly Level[]; seated: number; today: number },
): FaredBound | undefined {
  const { flights, seller } = itinerary
  const byCabin = new Map<Cabin, { cabins: Cabin[]; seats: number; usd: number } | undefined>()
  const inCabin = (cabin: Cabin) => {
    const cabins = cabinsFor(flights, cabin)
    if (cabins === undefined) return undefined
    const seats = Math.min(...flights.map(({ flight }, at) => seatsLeft(flight, cabins[at] ?? 'ECONOMY', today)))
    if (seats < Math.max(1, seated)) return undefined
    return { cabins, seats, usd: baseFareUsd(itinerary, cabins, seats, today) }
  }
  const fares = levels.map((level): BoundFare | undefined => {
    if (!byCabin.has(level.cabin)) byCabin.set(level.cabin, inCabin(level.cabin))
    const found = byCabin.get(level.cabin)
    const brand = brandsOf(seller, level.cabin)[level.step]
    if (found === undefined || brand === undefined) return undefined
    const brands = found.cabins.map((cabin) => brandAt(seller, cabin, level.step))
    return { level, cabins: found.cabins, seats: found.seats, usd: found.usd * brand.factor, brands }
  })
  const sold = fares.flatMap((fare) => fare ?? [])
  if (sold.length === 0) return undefined
  return { itinerary, fares, cheapestUsd: Math.min(...sold.map(({ usd }) => usd)), taxes: taxesOf(flights) }
}
