import { addDays, daysBetween } from '#lib/travel/offset-time.ts'
import type { Hotel } from '../inventory/generate-hotels.ts'
import type { Stay } from '../stay.ts'
import { demandOf, leadFactor, lengthOfStayFactor } from './demand.ts'

export interface NightRate {
  date: string
  /** Of the hotel's standard room for two, without meals, in US dollars. */
  usd: number
}

const usdByStars = { 1: 40, 2: 62, 3: 98, 4: 162, 5: 335 } as const

/** What the hotel's standard room costs in each night, asked for on `today`. */
export function nightRatesOf(hotel: Hotel, { checkInDate, checkOutDate }: Stay, today: string): NightRate[] {
  const nights = daysBetween(checkInDate, checkOutDate)
  const usual = usualRate(hotel) * leadFactor(daysBetween(today, checkInDate)) * lengthOfStayFactor(nights)
  return Array.from({ length: nights }, (_, at) => {
    const date = addDays(checkInDate, at)
    return { date, usd: usual * demandOf(hotel.settlement, date) }
  })
}

/** Rates follow stars most; then country, town, how central the hotel is, and whether it stands at the sea. */
function usualRate({ stars, country, settlement, quality, kmFromCentre, spot }: Hotel): number {
  // Dear hotels cost much the same everywhere, cheap ones what the country does.
  const level = country.priceLevel ** (1.1 - 0.12 * stars)
  const town =
    0.85 + 0.1 * Math.log10(Math.max(1, settlement.population / 10_000)) + 0.05 * Math.log(settlement.travelFactor + 1)
  const place = spot === 'shore' ? 1.18 : Math.max(0.76, 1.16 - 0.045 * kmFromCentre)
  return usdByStars[stars] * level * town * place * quality
}
