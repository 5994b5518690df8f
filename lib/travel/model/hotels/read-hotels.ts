import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { hotelRules } from '#runner/contract/capabilities/hotel-rules.ts'
import { agreedCancellation } from '#runner/contract/capabilities/stated-loss.ts'
import { nightsBetween } from '#runner/contract/nights-between.ts'
import { isHotelResult } from '../generated/hotel-offer.ts'
import type { Origin, ReadAnswer } from '../results/found.ts'
import { readResults } from '../results/read-results.ts'
import { finish, type Steps } from '../steps.ts'
import type { HotelOffer } from './hotel-offer.ts'
import { pricePerNight } from './price.ts'

/** More than any answer has: 1,000 hotels with their rates. */
const maxOffers = 4_000

/** The hotels in one source's untrusted answer, with clean texts and recomputed sums. */
export function* readHotelsInSteps(results: readonly unknown[], about: Origin): Steps<ReadAnswer<HotelOffer>> {
  const { kept, leftOut } = yield* readResults(results, isHotel, recountHotel, maxOffers)
  const offers = kept.map((hotel) => ({ ...about, key: `${about.source}~${hotel.id}`, price: hotel.price, hotel }))
  return { offers, leftOut }
}

export const readHotels = (results: readonly unknown[], about: Origin): ReadAnswer<HotelOffer> =>
  finish(readHotelsInSteps(results, about))

/** Whether a value matches the contract's schema. */
const isHotel = (value: unknown): value is HotelResult => isHotelResult(value) && hotelRules(value).length === 0

/**
 * A hotel of the contract with recomputed nights, price per night and terms: the display relies neither on a skill's sums,
 * nor on terms that contradict the words of the rate.
 */
export function recountHotel(hotel: HotelResult): HotelResult {
  const nights = nightsBetween(hotel.check_in, hotel.check_out)
  const price_per_night = pricePerNight(hotel.price, nights)
  const cancellation = agreedCancellation(hotel)
  return { ...hotel, nights, price_per_night, ...(cancellation && { cancellation }) }
}
