'use client'

import { useCallback, useEffect, useState } from 'react'
import type { RecentAnswers } from '#lib/platform/client/recent-answers.ts'
import type { HotelOffer } from '../../model/hotels/hotel-offer.ts'
import type { AnsweredHotelOffers, HotelOffersAnswer } from './open-hotel-offers.ts'

/** All offers of one hotel, requested when a reader opens them. */
type HotelOffersState = { state: 'asking' } | HotelOffersAnswer

interface HotelOffersOptions {
  /** The offer in the list. */
  offer: HotelOffer
  stay: Record<string, unknown>
  memory: RecentAnswers<AnsweredHotelOffers>
}

const asking = { state: 'asking' } as const

/** Requests while the component is mounted, unless `memory` has the answer; unmounting aborts the request. */
export function useHotelOffers({ offer, stay, memory }: HotelOffersOptions): {
  offers: HotelOffersState
  retry: () => void
} {
  const { source, hotel, fetchedAtMs } = offer
  // A refreshed list has new prices, so its offers are requested again.
  const question = JSON.stringify([source, hotel.hotel_id, stay, fetchedAtMs])
  const [offers, setOffers] = useState<HotelOffersState>(() => memory.recall(question) ?? asking)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt repeats the request.
  useEffect(() => {
    const abort = new AbortController()
    const known = memory.recall(question)
    setOffers(known ?? asking)
    if (!known) {
      // Rejects only if its script cannot load.
      ask().catch(() => abort.signal.aborted || setOffers({ state: 'failed', key: 'connectionLost' }))
    }

    async function ask() {
      // Loaded on first use: readers who only look through the list do not need it.
      const { openHotelOffers } = await import('./open-hotel-offers.ts')
      const answer = await openHotelOffers({ source, hotelId: hotel.hotel_id, stay }, abort.signal)
      if (abort.signal.aborted) return
      if (answer.state === 'answered') memory.keep(question, answer)
      setOffers(answer)
    }

    return () => abort.abort()
  }, [question, memory, attempt])

  const retry = useCallback(() => setAttempt((n) => n + 1), [])
  return { offers, retry }
}
