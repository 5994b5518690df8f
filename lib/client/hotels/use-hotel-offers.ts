'use client'

import { useCallback, useEffect, useState } from 'react'
import type { HotelOffer } from '../../travel/hotels/hotel-offer.ts'
import type { HotelOffersAnswer } from './open-hotel-offers.ts'

/** Every offer of one hotel, asked for when somebody wants to see them. */
export type HotelOffersState = { state: 'asking' } | HotelOffersAnswer

/** Asks while the component is mounted; leaving ends the request. */
export function useHotelOffers(
  offer: HotelOffer,
  stay: Record<string, unknown>,
): { offers: HotelOffersState; retry: () => void } {
  const [offers, setOffers] = useState<HotelOffersState>({ state: 'asking' })
  const [attempt, setAttempt] = useState(0)
  const { source, hotel } = offer

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt asks the same once more.
  useEffect(() => {
    const abort = new AbortController()
    setOffers({ state: 'asking' })
    void ask()

    async function ask() {
      // Loaded on the first use: a list that is only looked through needs none of it.
      const { openHotelOffers } = await import('./open-hotel-offers.ts')
      const answer = await openHotelOffers(
        { source, hotelId: hotel.hotel_id, stay },
        window.fetch.bind(window),
        abort.signal,
      )
      if (!abort.signal.aborted) setOffers(answer)
    }

    return () => abort.abort()
  }, [source, hotel.hotel_id, stay, attempt])

  const retry = useCallback(() => setAttempt((n) => n + 1), [])
  return { offers, retry }
}
