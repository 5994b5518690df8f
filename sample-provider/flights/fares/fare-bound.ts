import { isEvent, seasonOf } from '../../demand.ts'
import { shareOf } from '../../draw.ts'
import { CABINS, cabinsFor } from '../journeys/cabins.ts'
import type { Itinerary } from '../journeys/itinerary.ts'
import type { Flight } from '../market/timetable.ts'
import type { Cabin, SearchBound } from '../search.ts'
import { type Brand, brandAt, brandsOf } from './brands.ts'
import { type Tax, taxesOf } from './taxes.ts'

const CABIN_FACTOR: Readonly<Record<Cabin, number>> = { ECONOMY: 1, PREMIUM_ECONOMY: 1.75, BUSINESS: 3.3, FIRST: 5.4 }
/** By the number of changes. */
const CHANGES_FACTOR = [1.12, 0.94, 0.9]
const NIGHT_WAIT_MINUTES = 8 * 60
const NIGHT_WAIT_FACTOR = 0.86

/** One adult's cheapest fare for one direction in these cabins, before taxes, in US dollars. */
function baseFareUsd(itinerary: Itinerary, cabins: readonly Cabin[], seats: number, today: number): number {
  const { flights, km, seller } = itinerary
  const [first] = flights
  const cabin =
    flights.reduce((sum, { route }, at) => sum + CABIN_FACTOR[cabins[at] ?? 'ECONOMY'] * route.link.km, 0) / km
  const ownMind = 0.86 + 0.3 * shareOf('fare', seller.code, first.number, first.date, flights.length)
  return (
    (22 + 1.05 * km ** 0.66) *
    cabin *
    seller.fareFactor *
    (CHANGES_FACTOR[flights.length - 1] ?? 0.9) *
    (longestWait(itinerary) > NIGHT_WAIT_MINUTES ? NIGHT_WAIT_FACTOR : 1) *
    hourFactor(first.departsLocal) *
    (0.7 + 0.55 * Math.min(1.2, demandOf(first))) *
    aheadFactor(first.day - today) *
    scarcityFactor(seats) *
    ownMind
  )
}

/** Sunday to Saturday: Tuesdays and Wednesdays are quiet, Fridays and Sundays busy. */
const WEEKDAY = [0.55, 0.42, 0.28, 0.3, 0.45, 0.62, 0.4]
/** The days of the year, as month and day, around which most people travel. */
const PEAKS = new Set(
  '12-19 12-20 12-21 12-22 12-23 12-24 01-02 01-03 01-04 01-05 07-30 07-31 08-01 08-02 04-29 04-30 05-01'.split(' '),
)

/** The demand for a route's flights on a day, from 0 to over 1, whatever the booking date. */
function demandOf(flight: Flight): number {
  const { route, date, day } = flight
  // 1 January 1970 was a Thursday.
  const weekday = WEEKDAY[(day + 4) % 7] ?? 0.4
  const peak = PEAKS.has(date.slice(5)) ? 0.25 : 0
  return seasonOf('flights', route.to.lat, date) * 0.55 + weekday * 0.35 + peak + (hasEvent(flight) ? 0.5 : 0)
}

/** Whether an event fills most seats of a route's flights on this day, whatever the booking date. */
function hasEvent({ route, date }: Flight): boolean {
  return isEvent(route.from.code + route.to.code, date, { days: 1, share: 0.015 })
}

/** Fares rise towards departure, and are slightly higher when a flight has just gone on sale. */
function aheadFactor(days: number): number {
  if (days <= 2) return 1.8
  if (days <= 6) return 1.5
  if (days <= 13) return 1.28
  if (days <= 20) return 1.14
  if (days <= 30) return 1.05
  if (days <= 100) return 0.97
  return days <= 210 ? 1 : 1.05
}

function longestWait({ flights }: Itinerary): number {
  return flights.reduce(
    (longest, { departs }, at) => Math.max(longest, departs - (flights[at - 1]?.arrives ?? departs)),
    0,
  )
}

function hourFactor(local: string): number {
  const hour = Number(local.slice(11, 13))
  if (hour < 7 || hour >= 22) return 0.92
  return hour < 10 || (hour >= 17 && hour < 20) ? 1.05 : 1
}

/** The last seats are in the expensive booking classes. */
function scarcityFactor(seats: number): number {
  return seats >= 7 ? 1 : 1 + (7 - seats) * 0.045
}

/** The provider never states more seats than this. */
export const MAX_SEATS_TOLD = 9
/** The number of seats that represents a whole cabin. */
const CABIN_SEATS: Readonly<Record<Cabin, number>> = { ECONOMY: 24, PREMIUM_ECONOMY: 12, BUSINESS: 12, FIRST: 6 }
/** The share of a flight that an event fills before other bookings. */
const EVENT_SOLD = 0.6
/** Airlines open sales this many days before departure, or earlier by up to the spread, depending on the airline. */
const [FIRST_SALE_DAYS, SALE_DAYS_SPREAD] = [335, 27]

/**
 * The remaining seats in a cabin of a flight, from 0 to 9. There are fewer near departure and in the high season. Sold
 * seats do not return, so the number never rises from one day to the next. It is 0 before sales open.
 */
export function seatsLeft(flight: Flight, cabin: Cabin, today: number): number {
  const { airline } = flight.route.link
  const days = flight.day - today
  if (days > FIRST_SALE_DAYS + SALE_DAYS_SPREAD * shareOf('on sale', airline.code)) return 0
  const liking = shareOf('seats', airline.code, flight.number, flight.route.from.code, flight.date, cabin)
  const final = 0.25 + 0.55 * demandOf(flight) + 0.55 * liking
  const sold = final * (0.35 + 0.65 * Math.exp(-days / 45)) + (hasEvent(flight) ? EVENT_SOLD : 0)
  return Math.max(0, Math.min(MAX_SEATS_TOLD, Math.floor(CABIN_SEATS[cabin] * (1 - sold))))
}

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
    const seats = Math.min(...flights.map((flight, at) => seatsLeft(flight, cabins[at] ?? 'ECONOMY', today)))
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
