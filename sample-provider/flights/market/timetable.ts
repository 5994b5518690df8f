import { LRUCache } from 'lru-cache'
import { addDays } from '#lib/travel/model/offset-time.ts'
import type { ZoneClock } from '../../zone-clock.ts'
import type { Route } from './network.ts'
import type { Station } from './stations.ts'
import { type WeeklyFlight, weeklyFlights } from './weekly-flights.ts'

/** One flight on one day. Times are minutes since 1970 UTC. */
export interface Flight extends Omit<WeeklyFlight, 'departs' | 'calls'> {
  /** The local day of departure. */
  date: string
  /** The same day, as days since 1970. */
  day: number
  departs: number
  arrives: number
  departsLocal: string
  arrivesLocal: string
  stops: readonly Stop[]
}

/** A technical stop under the same flight number. */
interface Stop {
  station: Station
  minutes: number
  arrivesLocal: string
  departsLocal: string
}

const DAY_MS = 86_400_000
const DAY_MINUTES = 1440
const MAX_ROUTES = 6000
/** Of routes: one search needs some hundred of them. */
const MAX_DAYS = 1000

/** The flights of any day, the same on every machine. Caches recently used days. */
export function createTimetable(clock: ZoneClock) {
  const daily = new LRUCache<string, readonly Flight[]>({ max: MAX_DAYS })

  const weekly = new LRUCache<string, WeeklyFlight[], Route>({
    max: MAX_ROUTES,
    memoMethod: (_key, _stale, { context: route }) => weeklyFlights(route),
  })

  /** The flights that depart on a local date, in order of departure. */
  function on(route: Route, date: string): readonly Flight[] {
    const key = keyOf(route) + date
    const known = daily.get(key)
    if (known !== undefined) return known
    // 1 January 1970 was a Thursday.
    const weekday = (dayNumber(date) + 4) % 7
    const flights = weekly
      .memo(keyOf(route), { context: route })
      .filter(({ days }) => days[weekday])
      .map((flight) => dated(flight, date, clock))
      .sort((a, b) => a.departs - b.departs)
    daily.set(key, flights)
    return flights
  }

  return {
    on,
    /** Up to `count` flights that depart between these minutes since 1970 UTC. */
    between(route: Route, notBefore: number, notAfter: number, count: number) {
      const found: Flight[] = []
      let date = clock.toLocal(route.from.zone, notBefore).slice(0, 10)
      const days = Math.ceil((notAfter - notBefore) / DAY_MINUTES) + 1
      for (let nth = 0; nth < days; nth++) {
        for (const flight of on(route, date)) {
          if (flight.departs > notAfter) return found
          if (flight.departs >= notBefore && found.push(flight) === count) return found
        }
        date = addDays(date, 1)
      }
      return found
    },
  }
}

export type Timetable = ReturnType<typeof createTimetable>

/** Days from 1 January 1970 to a date. */
export function dayNumber(date: string): number {
  return Date.parse(`${date}T00:00:00Z`) / DAY_MS
}

function keyOf({ link, from }: Route): string {
  return `${link.airline.code}${link.firstNumber}${from.code}`
}

/** A clock change alters a flight's local arrival time, not its duration. */
function dated({ departs: minute, calls, ...flight }: WeeklyFlight, date: string, clock: ZoneClock): Flight {
  const { from, to } = flight.route
  const departs = clock.toMinute(from.zone, date, minute)
  const arrives = departs + flight.minutes
  return {
    ...flight,
    date,
    day: dayNumber(date),
    departs,
    arrives,
    departsLocal: clock.toLocal(from.zone, departs),
    arrivesLocal: clock.toLocal(to.zone, arrives),
    stops: calls.map(({ station, arrives: lands, departs: leaves }) => ({
      station,
      minutes: leaves - lands,
      arrivesLocal: clock.toLocal(station.zone, departs + lands),
      departsLocal: clock.toLocal(station.zone, departs + leaves),
    })),
  }
}
