import { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { cleanTexts } from '../clean-text.ts'
import type { Origin, ReadAnswer } from '../results/found.ts'
import { readResults } from '../results/read-results.ts'
import { checkHotel } from './check-hotel.ts'
import type { HotelOffer } from './hotel-offer.ts'

/** The hotels in one source's answer. Nothing in it is trusted: texts are cleaned, sums are counted anew. */
export function readHotels(results: readonly unknown[], about: Origin): ReadAnswer<HotelOffer> {
  const { kept, leftOut } = readResults(results, readHotel)
  const offers = kept.map((hotel) => ({ ...about, key: `${about.source}~${hotel.id}`, price: hotel.price, hotel }))
  return { offers, leftOut }
}

function readHotel(result: unknown): HotelResult | undefined {
  const parsed = HotelResult.safeParse(result)
  if (!parsed.success) return undefined
  cleanTexts(parsed.data, ['booking_url'])
  return checkHotel(parsed.data)
}
