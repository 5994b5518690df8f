import { Refusal } from '#runner/contract/errors.ts'
import { SkillOutput } from '#runner/contract/skill-io.ts'
import type { HotelOffer } from '../../travel/hotels/hotel-offer.ts'
import { readHotels } from '../../travel/hotels/read-hotels.ts'

/** How asking for the offers of one hotel ended. */
export type HotelOffersAnswer =
  | { state: 'answered'; offers: HotelOffer[]; leftOut: number }
  | { state: 'failed'; message: string }

interface HotelWanted {
  /** The skill that named the hotel. */
  source: string
  hotelId: string
  /** The stay, as the skill takes it. */
  stay: Record<string, unknown>
}

const broken = { state: 'failed', message: 'The answer broke off before it was complete.' } as const

/** Every offer of a hotel, cheapest first, or a sentence why there are none. Rejects never. */
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
    const output = SkillOutput.safeParse(body)
    if (!output.success) {
      const refusal = Refusal.safeParse(body)
      return refusal.success ? { state: 'failed', message: refusal.data.error.message } : broken
    }
    if (output.data.status === 'error') return { state: 'failed', message: output.data.error.message }
    if (output.data.status !== 'success') return broken
    const { results, metadata } = output.data
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
