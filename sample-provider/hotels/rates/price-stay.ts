import { LRUCache } from 'lru-cache'
import { fromMinorUnits } from '#lib/travel/model/exact-money.ts'
import { minorDigits } from '#lib/travel/model/money.ts'
import { addDays, daysBetween } from '#lib/travel/model/offset-time.ts'
import type { Currency } from '../../flights/fares/currencies.ts'
import type { Hotel } from '../inventory/generate-hotels.ts'
import type { Stay } from '../stay.ts'
import { demandOf, leadFactor, lengthOfStayFactor } from './demand.ts'
import type { Plan } from './plans.ts'
import type { Room } from './rooms.ts'
import { type TaxRule, taxRulesOf } from './taxes.ts'

interface NightRate {
  date: string
  /** The rate of the hotel's standard room for two, without meals, in US dollars. */
  usd: number
}

const usdByStars = { 1: 40, 2: 62, 3: 98, 4: 162, 5: 335 } as const

/** The price of the hotel's standard room for each night, if booked on `today`. */
export function nightRatesOf(hotel: Hotel, { checkInDate, checkOutDate }: Stay, today: string): NightRate[] {
  const nights = daysBetween(checkInDate, checkOutDate)
  const usual = usualRate(hotel) * leadFactor(daysBetween(today, checkInDate)) * lengthOfStayFactor(nights)
  return Array.from({ length: nights }, (_, at) => {
    const date = addDays(checkInDate, at)
    return { date, usd: usual * demandOf(hotel.settlement, date) }
  })
}

/**
 * Rates depend mostly on stars; then on country, town, distance from the centre, and whether the hotel is by the sea.
 */
function usualRate({ stars, country, settlement, quality, kmFromCentre, spot }: Hotel): number {
  // Expensive hotels cost about the same everywhere; cheap ones follow the country's level.
  const level = country.priceLevel ** (1.1 - 0.12 * stars)
  const town =
    0.85 + 0.1 * Math.log10(Math.max(1, settlement.population / 10_000)) + 0.05 * Math.log(settlement.travelFactor + 1)
  const place = spot === 'shore' ? 1.18 : Math.max(0.76, 1.16 - 0.045 * kmFromCentre)
  return usdByStars[stars] * level * town * place * quality
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
  /** The amount for one unit: a night, an occupant, or the stay. */
  amount: number
}

const SINGLE_USE = 0.93
const EXTRA_ADULT = 0.22
const EXTRA_CHILD = 0.1
const ADULT_FROM = 12
/** The age from which a child needs a bed. */
const BED_FROM = 3

const digitsByCurrency = new LRUCache<string, number>({ max: 200, memoMethod: minorDigits })

export function digitsOf({ code }: Currency): number {
  return digitsByCurrency.memo(code)
}

/** An amount of minor units as a decimal string. */
export function decimal(minor: number, currency: Currency): string {
  return fromMinorUnits(minor, digitsOf(currency))
}

/** Whether every guest has a bed in the room. */
export function sleeps(room: Room, { adults, childAges }: Stay): boolean {
  return adults + childAges.filter((age) => age >= BED_FROM).length <= room.sleeps
}

/** Prices a room and plan for a stay: rounded prices per night, then taxes on the sum, so that all parts add up. */
export function priceStay(
  hotel: Hotel,
  stay: Stay,
  rates: readonly NightRate[],
  { room, plan }: { room: Room; plan: Plan },
  { price: currency, own }: { price: Currency; own: Currency },
): StayPrice {
  const occupancy = occupancyFactor(stay)
  const meals = plan.mealShare * (stay.adults + stay.childAges.filter((age) => age >= BED_FROM).length * 0.5)
  const factor = room.rateFactor * plan.rateFactor * occupancy + meals
  const unit = 10 ** digitsOf(currency)
  const step = Math.max(1, Math.round(unit * 10 ** Math.floor(Math.log10(currency.perUsd))))
  const nights = rates.map(({ date, usd }) => ({
    date,
    minor: Math.max(step, Math.round((usd * factor * currency.perUsd * unit) / step) * step),
  }))
  const base = nights.reduce((sum, { minor }) => sum + minor, 0)
  const taxes = taxRulesOf(hotel).map((rule) => priceTax(rule, base, currency, own))
  const included = taxes.filter(({ rule }) => rule.isIncluded)
  const total = included.reduce((sum, tax) => sum + wholeTax(tax, stay, nights.length), base)
  return { currency, nights, base, taxes, total }
}

function occupancyFactor({ adults, childAges }: Stay): number {
  const grown = adults + childAges.filter((age) => age >= ADULT_FROM).length
  const children = childAges.filter((age) => age >= BED_FROM && age < ADULT_FROM).length
  if (grown + children <= 1) return SINGLE_USE
  const extraGrown = Math.max(0, grown - 2)
  const extraChildren = Math.max(0, grown + children - 2) - extraGrown
  return 1 + extraGrown * EXTRA_ADULT + extraChildren * EXTRA_CHILD
}

function priceTax(rule: TaxRule, base: number, price: Currency, own: Currency): PricedTax {
  if (rule.kind === 'percentage') {
    const hundredths = Math.round(rule.percentage * 100)
    return { rule, currency: price, amount: Math.round((base * hundredths) / 10_000) }
  }
  const currency = rule.isIncluded ? price : own
  return { rule, currency, amount: Math.round((rule.amount / own.perUsd) * currency.perUsd * 10 ** digitsOf(currency)) }
}

/** The tax for the whole stay. */
function wholeTax({ rule, amount }: PricedTax, { adults, childAges }: Stay, nights: number): number {
  if (rule.kind === 'percentage') return amount
  const occupants = rule.mode === 'PER_OCCUPANT' ? adults + childAges.length : 1
  return amount * occupants * (rule.frequency === 'PER_NIGHT' ? nights : 1)
}
