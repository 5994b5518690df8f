import { daysBetween } from '#lib/travel/model/offset-time.ts'
import { type Currency, currencies } from '../../flights/fares/currencies.ts'
import { hash32, shareOf } from '../../flights/market/draw.ts'
import type { Hotel } from '../inventory/generate-hotels.ts'
import type { Stay } from '../stay.ts'
import { isSoldOut } from './demand.ts'
import { type Plan, plansOf } from './plans.ts'
import { nightRatesOf, priceStay, type StayPrice, sleeps } from './price-stay.ts'
import { type Room, roomsOf } from './rooms.ts'

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

/**
 * Every plan for every room in which the guests have beds, the cheapest first. Empty when the hotel is sold out. `now`
 * is the time at the hotel.
 */
export function makeOffers(hotel: Hotel, stay: Stay, now: string): HotelOffer[] {
  const today = now.slice(0, 10)
  if (isSoldOut(hotel, stay, today)) return []
  const rates = nightRatesOf(hotel, stay, today)
  const plans = plansOf(hotel, { nights: rates.length, daysAhead: daysBetween(today, stay.checkInDate) })
  const currency = currenciesOf(hotel, stay.currency)
  const search = hash32(today, JSON.stringify(stay)).toString(36).toUpperCase()
  const offers = roomsOf(hotel).flatMap((room, roomAt) =>
    sleeps(room, stay)
      ? plans.map((plan) => ({
          id: `${hotel.hotelId}${roomAt}${plan.rateCode}${search}`,
          hotel,
          stay,
          room,
          plan,
          price: priceStay(hotel, stay, rates, { room, plan }, currency),
          now,
        }))
      : [],
  )
  return offers.sort((a, b) => a.price.total - b.price.total)
}

function currenciesOf(hotel: Hotel, asked: string | undefined): { price: Currency; own: Currency } {
  const own = currencies.get(hotel.country.currency)
  if (own === undefined) throw new RangeError(`no rate for ${hotel.country.currency}`)
  const converts = hotel.source === 'DIRECTCHAIN' || shareOf('own currency', hotel.hotelId) > OWN_CURRENCY_ONLY
  const wanted = asked === undefined || !converts ? undefined : currencies.get(asked)
  return { price: wanted ?? own, own }
}
