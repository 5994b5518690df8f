import { addDays } from '#lib/travel/offset-time.ts'
import { type Aircraft, pickAircraft } from './aircraft.ts'
import { createDraw, hash32, shareOf } from './draw.ts'
import { eastward } from './geo.ts'
import type { Route, Station } from './network.ts'
import type { ZoneClock } from './zone-clock.ts'

/** One flight of one day. Minutes count from 1970 UTC. */
export interface Flight {
  route: Route
  number: string
  aircraft: Aircraft
  departs: number
  arrives: number
  departsLocal: string
  arrivesLocal: string
}

const TAXI_MINUTES = 28
const DAY_MINUTES = 1440

/** Gate to gate, in minutes, rounded to five; the wind of the upper air carries flights to the east. */
function blockMinutes(route: Route, aircraft: Aircraft): number {
  const wind = route.km > 1500 ? 1 + 0.065 * eastward(route.from, route.to) : 1
  const climb = route.km < 1200 ? 0.86 : 0.97
  const hours = route.km / (aircraft.cruiseKmh * climb * wind)
  return Math.max(35, Math.round((hours * 60 + TAXI_MINUTES) / 5) * 5)
}

export interface Timetable {
  /** The flights that leave on a local date, in the order of departure. A route has the same flights each week. */
  on(route: Route, date: string): readonly Flight[]
  /** The first flight that leaves no earlier, within two days. */
  next(route: Route, notBefore: number): Flight | undefined
}

/** The flights of one search; each route and day is worked out once. */
export function createTimetable(clock: ZoneClock): Timetable {
  const known = new Map<string, Flight[]>()

  function on(route: Route, date: string): Flight[] {
    const key = `${route.airline.code}${route.from.code}${route.to.code}${date}`
    const flights = known.get(key) ?? flightsOn(route, date, clock)
    known.set(key, flights)
    return flights
  }

  return {
    on,
    next(route, notBefore) {
      const date = clock.toLocal(route.from.zone, notBefore).slice(0, 10)
      for (let day = 0; day < 2; day++) {
        const flight = on(route, addDays(date, day)).find(({ departs }) => departs >= notBefore)
        if (flight !== undefined) return flight
      }
      return undefined
    },
  }
}

function flightsOn(route: Route, date: string, clock: ZoneClock): Flight[] {
  const { airline, from, to, km } = route
  const key = [airline.code, from.code, to.code] as const
  const daily = dailyFlights(route)
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  const flights: Flight[] = []
  for (let nth = 0; nth < daily; nth++) {
    const draw = createDraw('flight', ...key, nth)
    const needs = { distanceKm: km, runwayM: shorterRunway(from, to), busy: from.size + to.size === 4 }
    const aircraft = pickAircraft({ ...needs, airline }, draw)
    const minutes = blockMinutes(route, aircraft)
    const minuteOfDay = departureMinute(nth, daily, minutes, km, draw)
    // A route of one flight a day rests on some days of the week.
    if (daily === 1 && shareOf('rest', ...key, weekday) < 0.12) continue
    const departs = clock.toMinute(from.zone, date, minuteOfDay)
    const arrives = departs + minutes
    const departsLocal = clock.toLocal(from.zone, departs)
    if (!departsLocal.startsWith(date)) continue
    flights.push({
      route,
      number: flightNumber(key, nth, km),
      aircraft,
      departs,
      arrives,
      departsLocal,
      arrivesLocal: clock.toLocal(to.zone, arrives),
    })
  }
  return flights.sort((a, b) => a.departs - b.departs)
}

/** Minutes to change at an airport: longer between countries. */
export function minConnectionMinutes(before: Route, after: Route): number {
  const abroad = before.from.countryCode !== before.to.countryCode || after.from.countryCode !== after.to.countryCode
  const airport = hash32('change', before.to.code) % 3
  return (abroad ? 60 : 45) + airport * 10 + (before.airline.code === after.airline.code ? 0 : 10)
}

function shorterRunway(a: Station, b: Station): number {
  if (a.runwayM === 0 || b.runwayM === 0) return Math.max(a.runwayM, b.runwayM)
  return Math.min(a.runwayM, b.runwayM)
}

function dailyFlights({ airline, from, to, km }: Route): number {
  const big = from.size + to.size
  const base = km < 900 ? 4 : km < 2500 ? 3 : km < 5000 ? 2 : 1
  const bonus = big === 4 && airline.hubs.includes(from.code) && airline.hubs.includes(to.code) ? 2 : 0
  const small = big < 3 ? 2 : 0
  return Math.max(1, base + bonus - small + (hash32('daily', airline.code, from.code, to.code) % 2))
}

/** Short flights fill the day from 06:00 to 21:30; a long one leaves so that it also arrives at a humane hour at home. */
function departureMinute(
  nth: number,
  daily: number,
  minutes: number,
  km: number,
  draw: ReturnType<typeof createDraw>,
): number {
  const first = 6 * 60
  const last = km > 5000 ? 23 * 60 + 30 : Math.max(18 * 60, 23 * 60 + 15 - Math.min(minutes, 300))
  const slot = (last - first) / daily
  const minute = first + slot * (nth + draw.between(0.05, 0.95))
  return Math.min(DAY_MINUTES - 5, Math.round(minute / 5) * 5)
}

function flightNumber(key: readonly [string, string, string], nth: number, km: number): string {
  const [low, size] = km > 4000 ? [1, 898] : km > 1500 ? [900, 2000] : [2900, 6000]
  return String(low + ((hash32('number', ...key) + nth * 2) % size))
}
