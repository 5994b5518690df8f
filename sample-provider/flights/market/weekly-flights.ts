import { createDraw, type Draw } from '../../draw.ts'
import { type Aircraft, pickAircraft } from './aircraft.ts'
import type { Airline } from './airlines.ts'
import { departureMinute } from './departure-minute.ts'
import type { Route } from './network.ts'
import { type RegionalOperator, regionalOperatorOf } from './partnerships.ts'
import { distanceKm, eastward, type Station } from './stations.ts'

/** A technical stop. Times are minutes after departure. */
interface Call {
  station: Station
  arrives: number
  departs: number
}

/** A flight of a route in the timetable: the same number, time and aircraft on each of its days. */
export interface WeeklyFlight {
  route: Route
  number: string
  /** The same flight under partners' numbers. */
  codeshares: readonly { airline: Airline; number: string }[]
  /** The regional operator that flies for the link's airline, if any. */
  operator: RegionalOperator | undefined
  aircraft: Aircraft
  /** Departure in minutes after midnight, in the airport's local time. */
  departs: number
  /** The duration from gate to gate, including stops. */
  minutes: number
  calls: readonly Call[]
  /** Whether the flight operates on each weekday, from Sunday to Saturday. */
  days: readonly boolean[]
}

const TAXI_MINUTES = 28
const SHORTEST_CALL_MINUTES = 60

export function weeklyFlights(route: Route): WeeklyFlight[] {
  const { link, from, to } = route
  const back = from.code !== link.hub.code
  return Array.from({ length: link.daily }, (_, nth) => {
    const draw = createDraw('flight', link.airline.code, from.code, to.code, link.via.length, nth)
    const hops = hopsOf(route)
    const aircraft = pickAircraft(
      {
        distanceKm: Math.max(...hops.map(([start, end]) => distanceKm(start, end))),
        runwayM: shortestRunway([from, ...link.via, to]),
        busy: from.traffic > 0.15 && to.traffic > 0.15,
        airline: link.airline,
      },
      draw,
    )
    const { minutes, calls } = timesOf(hops, aircraft, draw)
    const small = aircraft.body === 'turboprop' || aircraft.body === 'regional'
    const numberOf = (firstNumber: number) => String(firstNumber + 2 * nth + (back ? 1 : 0))
    return {
      route,
      number: numberOf(link.firstNumber),
      codeshares: link.codeshares.map(({ airline, firstNumber }) => ({ airline, number: numberOf(firstNumber) })),
      operator: small ? regionalOperatorOf(link.airline) : undefined,
      aircraft,
      departs: departureMinute({ nth, daily: link.daily, minutes, east: eastward(from, to) }, draw),
      minutes,
      calls,
      days: daysOf(route, nth, draw),
    }
  }).sort((a, b) => a.departs - b.departs)
}

type Hop = readonly [from: Station, to: Station]

function hopsOf({ link, from, to }: Route): Hop[] {
  const via = from.code === link.hub.code ? link.via : link.via.toReversed()
  const stations = [from, ...via, to]
  return stations.slice(1).flatMap((end, at): Hop[] => {
    const start = stations[at]
    return start === undefined ? [] : [[start, end]]
  })
}

function timesOf(hops: readonly Hop[], aircraft: Aircraft, draw: Draw): { minutes: number; calls: Call[] } {
  const calls: Call[] = []
  let minutes = 0
  hops.forEach(([start, end], at) => {
    minutes += blockMinutes(start, end, aircraft)
    if (at === hops.length - 1) return
    const ground = SHORTEST_CALL_MINUTES + 5 * draw.whole(0, 8)
    calls.push({ station: end, arrives: minutes, departs: minutes + ground })
    minutes += ground
  })
  return { minutes, calls }
}

/** Gate to gate, in minutes, rounded to five. High-altitude wind speeds up eastbound flights. */
function blockMinutes(from: Station, to: Station, aircraft: Aircraft): number {
  const km = distanceKm(from, to)
  const wind = km > 1500 ? 1 + 0.065 * eastward(from, to) : 1
  const climb = km < 1200 ? 0.86 : 0.97
  const hours = km / (aircraft.cruiseKmh * climb * wind)
  return Math.max(35, Math.round((hours * 60 + TAXI_MINUTES) / 5) * 5)
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

function shortestRunway(stations: readonly Station[]): number {
  const known = stations.map(({ runwayM }) => runwayM).filter((metres) => metres > 0)
  return known.length === 0 ? 0 : Math.min(...known)
}
