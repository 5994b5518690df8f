import { daysBetween } from '#lib/travel/offset-time.ts'
import type { Bags, Cabin, FareDetails } from '../wire.ts'
import type { Airline } from './airlines.ts'
import { hash32, shareOf } from './draw.ts'
import type { Itinerary } from './itineraries.ts'

const CABIN_FACTOR: Readonly<Record<Cabin, number>> = { ECONOMY: 1, PREMIUM_ECONOMY: 1.75, BUSINESS: 3.3, FIRST: 5.4 }
const CABIN_CLASSES: Readonly<Record<Cabin, string>> = {
  ECONOMY: 'YBMHQKLTVSN',
  PREMIUM_ECONOMY: 'WPRE',
  BUSINESS: 'JCDZI',
  FIRST: 'FA',
}
const STOPS_FACTOR = [1.1, 0.95, 0.92]
/** Sunday to Saturday: Tuesdays and Wednesdays are cheap, Fridays and Sundays dear. */
const WEEKDAY_FACTOR = [1.12, 1, 0.92, 0.93, 1, 1.13, 0.98]
/** January to December, by how many people travel. */
const MONTH_FACTOR = [0.9, 0.9, 0.97, 1.02, 1, 1.1, 1.2, 1.18, 1, 0.98, 0.94, 1.16]

/** What one adult pays for one direction before taxes, in US dollars. */
export function adultFareUsd(itinerary: Itinerary, cabins: readonly Cabin[], today: string): number {
  const [first] = itinerary
  const date = first.departsLocal.slice(0, 10)
  const day = new Date(`${date}T00:00:00Z`)
  const km = itinerary.reduce((sum, { route }) => sum + route.km, 0)
  const cabin = itinerary.reduce((sum, { route }, at) => sum + CABIN_FACTOR[cabins[at] ?? 'ECONOMY'] * route.km, 0) / km
  const airline = itinerary.reduce((sum, { route }) => sum + route.airline.fareFactor, 0) / itinerary.length
  const ownMind = 0.88 + 0.3 * shareOf('fare', first.route.airline.code, first.number, date, itinerary.length)
  return (
    (26 + 1.15 * km ** 0.66) *
    cabin *
    airline *
    (STOPS_FACTOR[itinerary.length - 1] ?? 0.92) *
    (WEEKDAY_FACTOR[day.getUTCDay()] ?? 1) *
    (MONTH_FACTOR[day.getUTCMonth()] ?? 1) *
    hourFactor(first.departsLocal) *
    aheadFactor(daysBetween(today, date)) *
    ownMind
  )
}

/** Airport charges and taxes of one adult and one direction, in US dollars. */
export function taxesUsd(itinerary: Itinerary): number {
  return itinerary.reduce((sum, { route }) => {
    const abroad = route.from.countryCode === route.to.countryCode ? 1 : 2.4
    return sum + (7 + 14 * shareOf('tax', route.from.code)) * abroad
  }, 0)
}

function hourFactor(local: string): number {
  const hour = Number(local.slice(11, 13))
  if (hour < 7 || hour >= 22) return 0.93
  return (hour >= 7 && hour < 10) || (hour >= 17 && hour < 20) ? 1.05 : 1
}

function aheadFactor(days: number): number {
  if (days <= 2) return 1.8
  if (days <= 7) return 1.45
  if (days <= 14) return 1.22
  if (days <= 30) return 1.06
  if (days <= 100) return 0.95
  return days <= 210 ? 0.98 : 1.03
}

interface Family {
  name: string
  label: string
  bags: boolean
}

function familyOf(airline: Airline, cabin: Cabin, abroadKm: number): Family {
  if (cabin === 'FIRST') return { name: 'FIRST', label: 'FIRST', bags: true }
  if (cabin === 'BUSINESS') return { name: 'BUSINESS', label: 'BUSINESS', bags: true }
  if (cabin === 'PREMIUM_ECONOMY') return { name: 'PREMIUM', label: 'PREMIUM ECONOMY', bags: true }
  const none = 'quantity' in airline.bags && airline.bags.quantity === 0
  const light = none || ('quantity' in airline.bags && abroadKm < 4000 && hash32('light', airline.code) % 3 > 0)
  return light
    ? { name: 'LIGHT', label: 'ECONOMY LIGHT', bags: false }
    : { name: 'CLASSIC', label: 'ECONOMY CLASSIC', bags: true }
}

function checkedBags(airline: Airline, cabin: Cabin, family: Family): Bags {
  if (!family.bags) return { quantity: 0 }
  const better = cabin === 'ECONOMY' ? 0 : 1
  if ('weight' in airline.bags) return { weight: airline.bags.weight + better * 10, weightUnit: 'KG' }
  return { quantity: Math.max(1, airline.bags.quantity + better) }
}

/** Booking class, fare basis, fare family and bags of one flight. */
export function fareDetails(
  itinerary: Itinerary,
  at: number,
  cabin: Cabin,
  segmentId: string,
  roundTrip: boolean,
): FareDetails {
  const [first] = itinerary
  const flight = itinerary[at] ?? first
  const { airline } = first.route
  const km = itinerary.reduce((sum, { route }) => sum + route.km, 0)
  const family = familyOf(airline, cabin, km)
  const classes = CABIN_CLASSES[cabin]
  const letter = classes[hash32('class', airline.code, first.number, first.departsLocal, cabin) % classes.length] ?? 'Y'
  const season = hash32('season', first.departsLocal.slice(0, 7)) % 2 === 0 ? 'L' : 'H'
  const serial = hash32('basis', airline.code, flight.route.from.countryCode, flight.route.to.countryCode) % 10
  return {
    segmentId,
    cabin,
    fareBasis: `${letter}${season}${family.name.slice(0, 2)}${roundTrip ? 'R' : 'O'}${serial}${airline.code}`,
    brandedFare: family.name,
    brandedFareLabel: family.label,
    class: letter,
    includedCheckedBags: checkedBags(airline, cabin, family),
    includedCabinBags: { quantity: cabin === 'ECONOMY' || cabin === 'PREMIUM_ECONOMY' ? 1 : 2 },
  }
}
