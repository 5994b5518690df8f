import type { Flight } from '../market/timetable.ts'
import type { Cabin } from '../search.ts'

export const CABINS: readonly Cabin[] = ['ECONOMY', 'PREMIUM_ECONOMY', 'BUSINESS', 'FIRST']

const rankOf = (cabin: Cabin): number => CABINS.indexOf(cabin)

function cabinsOn({ route, aircraft }: Flight): Cabin[] {
  const { airline } = route.link
  return CABINS.filter((cabin) => {
    if (cabin === 'ECONOMY') return true
    if (aircraft.body === 'turboprop' || !airline.cabins.includes(cabin.charAt(0))) return false
    if (cabin === 'PREMIUM_ECONOMY') return aircraft.body === 'wide'
    // The front cabin of a narrow-body aircraft is business class, but US and Canadian airlines call it first class.
    if (cabin === 'FIRST') return aircraft.body === 'wide' || ['US', 'CA'].includes(airline.country)
    return true
  })
}

/**
 * The cabin of each flight for a traveler who wants `wanted`: that cabin, else the next better, else the best below.
 * `undefined` when less than half of the flight time would be in the wanted cabin or better.
 */
export function cabinsFor(flights: readonly Flight[], wanted: Cabin): Cabin[] | undefined {
  const rank = rankOf(wanted)
  let enough = 0
  let all = 0
  const chosen = flights.map((flight) => {
    const offered = cabinsOn(flight)
    const cabin = offered.find((one) => rankOf(one) >= rank) ?? offered.at(-1) ?? 'ECONOMY'
    all += flight.minutes
    if (rankOf(cabin) >= rank) enough += flight.minutes
    return cabin
  })
  return enough * 2 >= all ? chosen : undefined
}
