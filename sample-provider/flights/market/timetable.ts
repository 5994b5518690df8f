import { LRUCache } from 'lru-cache'
import { addDays } from '#lib/travel/model/offset-time.ts'
import { createDraw, type Draw } from '../../draw.ts'
import type { ZoneClock } from '../../zone-clock.ts'
import { type Aircraft, pickAircraft } from './aircraft.ts'
import { regionalOperatorOf } from './airlines.ts'
import type { Route } from './network.ts'
import { eastward } from './stations.ts'

/** A flight of a route in the timetable: the same number, time and aircraft on each of its days. */
interface WeeklyFlight {
  route: Route
  number: string
  /** The regional operator that flies for the link's airline, if any. */
  operator: { code: string; name: string } | undefined
  aircraft: Aircraft
  /** Departure in minutes after midnight, in the airport's local time. */
  departs: number
  /** The duration from gate to gate. */
  minutes: number
  /** Whether the flight operates on each weekday, from Sunday to Saturday. */
  days: readonly boolean[]
}

/** One flight on one day. Times are minutes since 1970 UTC. */
export interface Flight extends WeeklyFlight {
  /** The local day of departure. */
  date: string
  /** The same day, as days since 1970. */
  day: number
  arrives: number
  departsLocal: string
  arrivesLocal: string
}

export function weeklyFlights(route: Route): WeeklyFlight[] {
  const { link, from, to } = route
  const { airline, km } = link
  const back = from.code === link.hub.code ? 0 : 1
  return Array.from({ length: link.daily }, (_, nth) => {
    const draw = createDraw('flight', airline.code, from.code, to.code, nth)
    const busy = from.traffic > 0.15 && to.traffic > 0.15
    const aircraft = pickAircraft(km, airline, busy, draw)
    const minutes = blockMinutes(route, aircraft)
    const isSmall = aircraft.body === 'turboprop' || aircraft.body === 'regional'
    return {
      route,
      number: String(link.firstNumber + 2 * nth + back),
      operator: isSmall ? regionalOperatorOf(airline) : undefined,
      aircraft,
      departs: departureMinute(route, nth, minutes, draw),
      minutes,
      days: daysOf(route, nth, draw),
    }
  }).sort((a, b) => a.departs - b.departs)
}

const TAXI_MINUTES = 28

/** Gate to gate, in minutes, rounded to five. High-altitude wind speeds up eastbound flights. */
function blockMinutes({ link: { km }, from, to }: Route, { cruiseKmh }: Aircraft): number {
  const wind = km > 1500 ? 1 + 0.065 * eastward(from, to) : 1
  const climb = km < 1200 ? 0.86 : 0.97
  const hours = km / (cruiseKmh * climb * wind)
  return Math.max(35, Math.round((hours * 60 + TAXI_MINUTES) / 5) * 5)
}

const LONG_MINUTES = 270
/** Hours of most departures of long flights to the east, to the west, and to the north or south. */
const hours = { east: [17, 23.8], west: [9, 16.5], other: [20, 23.9] } as const

/** The departure in minutes after local midnight, at hours that suit the flight's length and direction. */
function departureMinute({ link: { daily }, from, to }: Route, nth: number, minutes: number, draw: Draw): number {
  const rounded = (hour: number) => Math.min(1435, Math.round(hour * 12) * 5)
  if (minutes >= LONG_MINUTES) {
    const east = eastward(from, to)
    const [first, last] = hours[east > 0.35 ? 'east' : east < -0.35 ? 'west' : 'other']
    const lot = draw.next()
    if (lot < 0.7) return rounded(draw.between(first, last))
    return rounded(lot < 0.9 ? draw.between(7, 13) : draw.between(0.2, 2.5))
  }
  // Short flights are spread over the day; the last one leaves early enough to land before midnight.
  const last = Math.max(18, 23 - minutes / 60)
  return rounded(6 + ((last - 6) * (nth + draw.between(0.05, 0.95))) / daily)
}

/** The only daily flight of a quiet route skips some weekdays. The last of several often skips Saturdays. */
function daysOf({ link, from, to }: Route, nth: number, draw: Draw): boolean[] {
  if (link.daily > 2 && nth === link.daily - 1) return [true, true, true, true, true, true, draw.next() < 0.4]
  if (link.daily > 1) return Array.from({ length: 7 }, () => true)
  const busy = 0.45 + 0.6 * Math.sqrt(from.traffic * to.traffic)
  const days = Array.from({ length: 7 }, () => draw.next() < busy)
  days[draw.whole(0, 6)] = true
  return days
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
function dated(flight: WeeklyFlight, date: string, clock: ZoneClock): Flight {
  const { from, to } = flight.route
  const departs = clock.toMinute(from.zone, date, flight.departs)
  const arrives = departs + flight.minutes
  return {
    ...flight,
    date,
    day: dayNumber(date),
    departs,
    arrives,
    departsLocal: clock.toLocal(from.zone, departs),
    arrivesLocal: clock.toLocal(to.zone, arrives),
  }
}
