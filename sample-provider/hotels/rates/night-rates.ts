import { addDays, daysBetween } from '#lib/travel/model/offset-time.ts'
import type { Hotel } from '../inventory/generate-hotels.ts'
import type { Stay } from '../stay.ts'
import { demandOf, leadFactor, lengthOfStayFactor } from './demand.ts'

export interface NightRate {
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
