import type { ErrorBody, Refusal } from '#runner/contract/errors.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import { holds as holdsRefusal } from '../../travel/generated/refusal.ts'
import { holds as holdsOutput } from '../../travel/generated/skill-output.ts'
import type { HotelOffer } from '../../travel/hotels/hotel-offer.ts'
import { readHotels } from '../../travel/hotels/read-hotels.ts'

export interface AnsweredHotelOffers {
  state: 'answered'
  /** Cheapest first. */
  offers: HotelOffer[]
  leftOut: number
}

/** The result of a request for one hotel's offers. */
export type HotelOffersAnswer = AnsweredHotelOffers | { state: 'failed'; message: string }

interface HotelWanted {
  /** The skill that returned the hotel. */
  source: string
  hotelId: string
  /** The stay in the form of the skill's input. */
  stay: Record<string, unknown>
}

const broken = { state: 'failed', message: 'The answer broke off before it was complete.' } as const

/** The error's own sentence names the skill, which travelers do not know. */
const failedWith = ({ code, message }: ErrorBody) =>
  ({
    state: 'failed',
    message: code === 'SKILL_DISABLED' ? 'The source of these offers is switched off for now.' : message,
  }) as const

/** All offers of a hotel, cheapest first, or a sentence that explains why there are none. Never rejects. */
export async function openHotelOffers(
  { source, hotelId, stay }: HotelWanted,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<HotelOffersAnswer> {
  try {
    const response = await fetch('/api/skills/invoke', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        skill: source,
        input: { action: 'hotel_offers', params: { ...stay, hotel_id: hotelId } },
      }),
      signal,
      cache: 'no-store',
    })
    const body: unknown = await response.json()
    if (!isOutput(body)) return isRefusal(body) ? failedWith(body.error) : broken
    if (body.status === 'error') return failedWith(body.error)
    if (body.status !== 'success') return broken
    const { results, metadata } = body
    const { offers, leftOut } = readHotels(results, {
      source,
      data: metadata.data ?? 'test',
      cached: metadata.cached,
      fetchedAtMs: Date.parse(metadata.fetched_at),
    })
    const ofHotel = offers.filter(({ hotel }) => hotel.hotel_id === hotelId)
    return {
      state: 'answered',
      offers: ofHotel.toSorted((a, b) => a.price.amount - b.price.amount || (a.key < b.key ? -1 : 1)),
      leftOut: leftOut + offers.length - ofHotel.length,
    }
  } catch {
    return broken
  }
}

const isOutput = (value: unknown): value is SkillOutput => holdsOutput(value)

const isRefusal = (value: unknown): value is Refusal => holdsRefusal(value)
