import { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import type { Origin, ReadAnswer } from '../results/found.ts'
import { readResults } from '../results/read-results.ts'
import type { HotelOffer } from './hotel-offer.ts'
import { recountHotel } from './recount-hotel.ts'

/** The hotels in one source's answer. Nothing in it is trusted: texts are cleaned, sums are counted anew. */
export function readHotels(results: readonly unknown[], about: Origin): ReadAnswer<HotelOffer> {
  const { kept, leftOut } = readResults(results, HotelResult, recountHotel)
  const offers = kept.map((hotel) => ({ ...about, key: `${about.source}~${hotel.id}`, price: hotel.price, hotel }))
  return { offers, leftOut }
}
