import { readableName } from '../readable-name.ts'
import { type Bounds, niceBounds, steppedBounds } from '../results/bounds.ts'
import { type BestReference, bestReference } from './best.ts'
import type { Itinerary } from './itinerary.ts'
import { co2KgOf } from './sellers.ts'
import { makeTimeAxis, type TimeAxis } from './time-axis.ts'
import { medianCo2 } from './words.ts'

/** Facts of a whole list, which filters do not change. */
export interface FlightFacts {
  axis: TimeAxis
  medianCo2: number | null
  reference: BestReference
  /** The range of all fares' known totals; `undefined` if all are the same. */
  price: Bounds | undefined
  /** The range of the directions' durations. */
  minutes: Bounds | undefined
  carrierNames: Record<string, string>
  /** The number of directions of a trip. */
  directions: number
}

const QUARTER_HOUR = 15

/** @param direction the one that the list shows, from 0; by default all of them */
export function flightFacts(itineraries: readonly Itinerary[], direction?: number): FlightFacts {
  const carriers = itineraries.flatMap(({ legs }) =>
    legs.flatMap(({ segments }) => segments.map(({ carrier }) => carrier)),
  )
  return {
    axis: makeTimeAxis(itineraries.flatMap(({ legs }) => legs.filter((_, at) => at === (direction ?? at)))),
    medianCo2: medianCo2(itineraries.map(({ fares }) => co2KgOf(fares))),
    reference: bestReference(itineraries),
    price: niceBounds(itineraries.flatMap(({ fares }) => fares.map(({ due }) => due.amount).filter(Number.isFinite))),
    minutes: steppedBounds(
      itineraries.map(({ longestMinutes }) => longestMinutes),
      QUARTER_HOUR,
    ),
    carrierNames: Object.fromEntries(carriers.map(({ code, name }) => [code, readableName(name) || code])),
    directions: itineraries[0]?.legs.length ?? 1,
  }
}
