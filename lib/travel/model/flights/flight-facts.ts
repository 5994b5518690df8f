import { readableName } from '../readable-name.ts'
import { niceBounds, steppedBounds } from '../results/bounds.ts'
import { bestReference } from './best.ts'
import type { Itinerary } from './itinerary.ts'
import { co2KgOf } from './sellers.ts'
import { makeTimeAxis } from './time-axis.ts'
import { medianCo2 } from './words.ts'

const QUARTER_HOUR = 15

export type FlightFacts = ReturnType<typeof flightFacts>

/**
 * Facts of a whole list, which filters do not change.
 *
 * @param direction the one that the list shows, from 0; by default all of them
 */
export function flightFacts(itineraries: readonly Itinerary[], direction?: number) {
  const carriers = itineraries.flatMap(({ legs }) =>
    legs.flatMap(({ segments }) => segments.map(({ carrier }) => carrier)),
  )
  return {
    axis: makeTimeAxis(itineraries.flatMap(({ legs }) => legs.filter((_, at) => at === (direction ?? at)))),
    medianCo2: medianCo2(itineraries.map(({ fares }) => co2KgOf(fares))),
    reference: bestReference(itineraries),
    /** The range of all fares' known totals; `undefined` if all are the same. */
    price: niceBounds(itineraries.flatMap(({ fares }) => fares.map(({ due }) => due.amount).filter(Number.isFinite))),
    /** The range of the directions' durations. */
    minutes: steppedBounds(
      itineraries.map(({ longestMinutes }) => longestMinutes),
      QUARTER_HOUR,
    ),
    carrierNames: Object.fromEntries(carriers.map(({ code, name }) => [code, readableName(name) || code])),
    /** The number of directions of a trip. */
    directions: itineraries[0]?.legs.length ?? 1,
  }
}
