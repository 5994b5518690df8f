'use client'

import { useQuery } from '@tanstack/react-query'
import type { HotelOffer } from '../../model/hotels/hotel-offer.ts'
import { FRESH_MS } from '../create-query-client.ts'
import type { HotelOffersAnswer } from './open-hotel-offers.ts'

const asking = { state: 'asking' } as const
const lost = { state: 'failed', key: 'connectionLost' } as const

/** All offers of the hotel of an offer, requested when a reader opens them. An answer is remembered, a failure is not. */
export function useHotelOffers({ source, hotel, fetchedAtMs }: HotelOffer, stay: Record<string, unknown>) {
  const { data, isFetching, isError, refetch } = useQuery({
    // A refreshed list has new prices, so its offers are requested again.
    queryKey: ['hotel-offers', source, hotel.hotel_id, stay, fetchedAtMs],
    queryFn: async ({ signal }): Promise<HotelOffersAnswer> => {
      // Loaded on first use: readers who only look through the list do not need it.
      const { openHotelOffers } = await import('./open-hotel-offers.ts')
      return openHotelOffers({ source, hotelId: hotel.hotel_id, stay }, signal)
    },
    staleTime: ({ state }) => (state.data?.state === 'answered' ? FRESH_MS : 0),
    structuralSharing: false,
  })
  // The query rejects only if its script cannot load.
  return { offers: isFetching ? asking : isError ? lost : (data ?? asking), retry: () => void refetch() }
}
