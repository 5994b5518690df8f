import { z } from 'zod'
import { addDays, daysBetween } from '#lib/travel/model/offset-time.ts'
import { type Currency, currencies, roundAmount, toMinor } from '../currencies.ts'
import taxRows from '../data/hotel-taxes.json' with { type: 'json' }
import { isEvent, seasonOf, weekdayOf } from '../demand.ts'
import { shareOf } from '../draw.ts'
import type { Hotel } from './hotels.ts'
import type { Plan, Room } from './rooms.ts'
import type { Town } from './towns.ts'

/** A checked request for a stay. The guests are those of one room; all rooms have the same number of guests. */
export interface Stay {
  checkInDate: string
  checkOutDate: string
  adults: number
  childAges: readonly number[]
  rooms: number
  /** ISO 4217; `undefined` means each hotel's own. */
  currency: string | undefined
}

const fairs = { days: 4, share: 0.07 }

/** A night's price factor in a town, from season, weekday and events. */
function demandOf({ code, isBeach, factor, centre }: Town, date: string): number {
  const season = seasonOf(isBeach ? (Math.abs(centre.lat) < 24 ? 'tropicalBeach' : 'beach') : 'city', centre.lat, date)
  const isWeekend = weekdayOf(date) >= 5
  // In places with little tourism, beds are cheapest on days off.
  const weekday = isWeekend ? (factor < 1.5 ? 0.88 : 1.1) : factor < 1.5 ? 1.05 : 1
  return season * weekday * (isEvent(code, date, fairs) ? 1.45 : 1)
}

/** The last rooms cost more, and early bookings less. */
function leadFactor(daysAhead: number): number {
  if (daysAhead <= 7) return 1.15
  return daysAhead <= 21 ? 1.02 : Math.max(0.88, 1 - (daysAhead - 21) / 1000)
}

function lengthFactor(nights: number): number {
  if (nights >= 28) return 0.8
  return nights >= 7 ? 0.92 : 1
}

/** Whether the hotel is full on at least one of the nights. Several rooms and days with an event are harder to get. */
export function isSoldOut({ hotelId, town }: Hotel, stay: Stay, today: string): boolean {
  if (stay.checkInDate < today) return true
  return nightsOf(stay).some((date) => {
    const odds = 0.009 * (isEvent(town.code, date, fairs) ? 6 : 1) * stay.rooms
    // A full night is often followed by another, so nights are drawn in pairs.
    return shareOf('full', hotelId, Math.floor(daysBetween('2024-01-01', date) / 2)) < odds
  })
}

function nightsOf({ checkInDate, checkOutDate }: Stay): string[] {
  return Array.from({ length: daysBetween(checkInDate, checkOutDate) }, (_, at) => addDays(checkInDate, at))
}

const usdByStars = { 1: 40, 2: 62, 3: 98, 4: 162, 5: 335 } as const

/** The rate of the hotel's standard room for two, without meals, in US dollars, for each night, if booked on `today`. */
export function nightRatesOf(hotel: Hotel, stay: Stay, today: string): { date: string; usd: number }[] {
  const { stars, country, town, quality, kmFromCentre, isAtShore } = hotel
  const nights = nightsOf(stay)
  // Expensive hotels cost about the same everywhere; cheap ones follow the country's level.
  const level = country.priceLevel ** (1.1 - 0.12 * stars)
  const place = isAtShore ? 1.18 : Math.max(0.76, 1.16 - 0.045 * kmFromCentre)
  const size = 0.85 + 0.1 * Math.log10(Math.max(1, town.population / 10_000)) + 0.05 * Math.log(town.factor + 1)
  const usual = usdByStars[stars] * level * place * size * quality
  const factor = leadFactor(daysBetween(today, stay.checkInDate)) * lengthFactor(nights.length)
  return nights.map((date) => ({ date, usd: usual * factor * demandOf(town, date) }))
}

/** A tax or fee of a hotel. */
interface TaxRule {
  code: string
  description: string
  /** Whether the price contains it; otherwise it is paid at the hotel. */
  isIncluded: boolean
  /** Of the base; or else an amount per night in the hotel's currency. */
  percentage?: number
  amount?: number
  mode: 'PER_OCCUPANT' | 'PER_PRODUCT'
}

const rowSchema = z.union([
  z.tuple([z.string(), z.string(), z.string(), z.number()]),
  z.tuple([z.string(), z.string(), z.string(), z.string(), z.enum(['PER_OCCUPANT', 'PER_PRODUCT']), z.boolean()]),
])
/**
 * By country: a percentage that the price contains, or an amount for each number of stars, which some hotels of the
 * country include. Kinds and magnitudes follow the countries; the amounts belong to no particular year.
 */
const taxesByCountry = Map.groupBy(z.array(rowSchema).parse(taxRows), ([country]) => country)
const usualTaxes = taxesByCountry.get('GB') ?? []

/** The country's taxes, and the fee that some resorts in the United States collect themselves. */
function taxRulesOf({ hotelId, stars, town }: Hotel): TaxRule[] {
  const includes = shareOf('city tax included', hotelId) < 0.4
  const rules = (taxesByCountry.get(town.countryCode) ?? usualTaxes).map((row): TaxRule => {
    const [, code, description, value, mode = 'PER_PRODUCT', mayBeIncluded = false] = row
    if (typeof value === 'number') return { code, description, isIncluded: true, percentage: value, mode }
    const amount = Number(value.split(' ')[stars - 1])
    return { code, description, isIncluded: mayBeIncluded && includes, amount, mode }
  })
  const isResort = town.countryCode === 'US' && (town.isBeach || town.code === 'LAS' || town.code === 'ORL')
  if (!isResort || stars < 4 || shareOf('resort fee', hotelId) > 0.6) return rules
  const amount = 25 + Math.floor(shareOf('resort fee amount', hotelId) * 6) * 5
  return [...rules, { code: 'RESORT_FEE', description: 'Resort fee', isIncluded: false, amount, mode: 'PER_PRODUCT' }]
}

/** Amounts are integers of the currency's minor units, for one room. */
export interface StayPrice {
  currency: Currency
  nights: { date: string; minor: number }[]
  /** The sum of the nights. */
  base: number
  taxes: PricedTax[]
  /** The base and the included taxes. */
  total: number
}

export interface PricedTax {
  rule: TaxRule
  /** Included taxes are in the price's currency, others in the hotel's own. */
  currency: Currency
  /** The amount for the stay, or for one night and, if the rule says so, one occupant. */
  amount: number
}

export interface HotelOffer {
  id: string
  hotel: Hotel
  stay: Stay
  room: Room
  plan: Plan
  price: StayPrice
  /** The time at the hotel, such as "2026-03-16T13:45:00". */
  now: string
}

/** Of the hotels that merchants sell, the share with prices only in the hotel's own currency. */
const OWN_CURRENCY_ONLY = 0.12
const SINGLE_USE = 0.93
const EXTRA_ADULT = 0.22
const EXTRA_CHILD = 0.1
const ADULT_FROM = 12
/** The age from which a child needs a bed. */
const BED_FROM = 3

/** The people with a bed: those who pay as adults, and children. */
function inBeds({ adults, childAges }: Stay): { grown: number; children: number } {
  const grown = adults + childAges.filter((age) => age >= ADULT_FROM).length
  return { grown, children: childAges.filter((age) => age >= BED_FROM && age < ADULT_FROM).length }
}

/** Whether every guest has a bed in the room. */
export function sleeps(room: Room, stay: Stay): boolean {
  const { grown, children } = inBeds(stay)
  return grown + children <= room.sleeps
}

/** Prices a room and plan for a stay: rounded prices per night, then taxes on the sum, so that all parts add up. */
export function priceStay(
  hotel: Hotel,
  stay: Stay,
  rates: readonly { date: string; usd: number }[],
  { room, plan }: { room: Room; plan: Plan },
): StayPrice {
  const { price: currency, own } = currenciesOf(hotel, stay.currency)
  const { grown, children } = inBeds(stay)
  const extraGrown = Math.max(0, grown - 2)
  const extraChildren = Math.max(0, grown + children - 2) - extraGrown
  const occupancy = grown + children <= 1 ? SINGLE_USE : 1 + extraGrown * EXTRA_ADULT + extraChildren * EXTRA_CHILD
  const factor = room.rateFactor * plan.rateFactor * occupancy + plan.mealShare * (grown + children * 0.5)
  const nights = rates.map(({ date, usd }) => ({
    date,
    minor: roundAmount(toMinor(usd * factor, currency), currency),
  }))
  const base = nights.reduce((sum, { minor }) => sum + minor, 0)
  const taxes = taxRulesOf(hotel).map((rule): PricedTax => {
    const { percentage, amount = 0, isIncluded } = rule
    const paidIn = percentage !== undefined || isIncluded ? currency : own
    const minor =
      percentage === undefined
        ? toMinor(amount / own.perUsd, paidIn)
        : Math.round((base * Math.round(percentage * 100)) / 10_000)
    return { rule, currency: paidIn, amount: minor }
  })
  const occupants = stay.adults + stay.childAges.length
  const total = taxes.reduce((sum, { rule, amount }) => {
    if (!rule.isIncluded) return sum
    if (rule.percentage !== undefined) return sum + amount
    return sum + amount * (rule.mode === 'PER_OCCUPANT' ? occupants : 1) * nights.length
  }, base)
  return { currency, nights, base, taxes, total }
}

function currenciesOf({ hotelId, country, isResold }: Hotel, asked = ''): { price: Currency; own: Currency } {
  const own = currencies.get(country.currency)
  if (own === undefined) throw new RangeError(`no rate for ${country.currency}`)
  const converts = !isResold || shareOf('own currency', hotelId) > OWN_CURRENCY_ONLY
  return { price: (converts && currencies.get(asked)) || own, own }
}
