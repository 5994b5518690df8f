import type { HotelOffer } from '../../model/hotels/hotel-offer.ts'
import { readHotels } from '../../model/hotels/read-hotels.ts'
import { askSkill, type FailedAnswer } from '../ask-skill.ts'

export interface AnsweredHotelOffers {
  state: 'answered'
  /** Cheapest first. */
  offers: HotelOffer[]
  leftOut: number
}

/** The result of a request for one hotel's offers. */
export type HotelOffersAnswer = AnsweredHotelOffers | FailedAnswer

interface HotelWanted {
  /** The skill that returned the hotel. */
  source: string
  hotelId: string
  /** The stay in the form of the skill's input. */
  stay: Record<string, unknown>
}

/** All offers of a hotel, cheapest first, or a sentence that explains why there are none. Never rejects. */
export async function openHotelOffers(
  { source, hotelId, stay }: HotelWanted,
  signal: AbortSignal,
): Promise<HotelOffersAnswer> {
  const params = { ...stay, hotel_id: hotelId }
  const answer = await askSkill({ skill: source, action: 'hotel_offers', params }, signal)
  if (answer.state === 'failed') return answer
  const { offers, leftOut } = readHotels(answer.results, answer.about)
  const ofHotel = offers.filter(({ hotel }) => hotel.hotel_id === hotelId)
  return {
    state: 'answered',
    offers: ofHotel.toSorted((a, b) => a.price.amount - b.price.amount || (a.key < b.key ? -1 : 1)),
    leftOut: leftOut + answer.unreadable + offers.length - ofHotel.length,
  }
}
