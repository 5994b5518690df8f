import type { Cabin } from '../wire.ts'
import type { Itinerary } from './itineraries.ts'
import type { Flight } from './schedule.ts'

const ORDER: readonly Cabin[] = ['ECONOMY', 'PREMIUM_ECONOMY', 'BUSINESS', 'FIRST']

function cabinsOf({ route, aircraft }: Flight): Cabin[] {
  const { airline } = route
  const turboprop = aircraft.cruiseKmh < 700
  return ORDER.filter((cabin) => {
    if (cabin === 'ECONOMY') return true
    if (turboprop || !airline.cabins.includes(cabin)) return false
    if (cabin === 'PREMIUM_ECONOMY') return aircraft.wide
    // The front of a narrow aircraft is business class, but within North America it is called first.
    if (cabin === 'FIRST') return aircraft.wide || ['US', 'CA'].includes(airline.country)
    return true
  })
}

/**
 * The cabin of each flight for a traveler who wants `wanted`: that one, the next better, or the best below. `undefined`
 * when less than half of the flight time would be in the wanted cabin or a better one.
 */
export function cabinsFor(itinerary: Itinerary, wanted: Cabin): Cabin[] | undefined {
  const rank = ORDER.indexOf(wanted)
  const chosen = itinerary.map((flight) => {
    const offered = cabinsOf(flight)
    return offered.find((cabin) => ORDER.indexOf(cabin) >= rank) ?? offered.at(-1) ?? 'ECONOMY'
  })
  let enough = 0
  let all = 0
  itinerary.forEach((flight, at) => {
    const minutes = flight.arrives - flight.departs
    all += minutes
    if (ORDER.indexOf(chosen[at] ?? 'ECONOMY') >= rank) enough += minutes
  })
  return enough * 2 >= all ? chosen : undefined
}
