'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Place } from '../model/place.ts'
import type { PlaceUse } from './find-places.ts'

const DEBOUNCE_MS = 120

export interface PlaceOptions {
  /** The words that `places` match; older than the typed text until the next answer arrives. */
  query: string
  places: Place[]
  status: 'idle' | 'loading' | 'ready' | 'failed'
}

/** Requests places as the traveler types; "" requests nothing. Keeps the last list until the next answer or failure. */
export function usePlaceOptions(typed: string, use: PlaceUse): PlaceOptions {
  const query = typed.trim()
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['places', use, query],
    async queryFn({ signal }) {
      await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
      signal.throwIfAborted()
      // Loaded on first use: the page needs it only once the traveler types.
      const { findPlaces } = await import('./find-places.ts')
      return { query, places: await findPlaces(query, use, signal) }
    },
    ...(query === '' && { enabled: false, initialData: { query, places: [] } }),
    placeholderData: keepPreviousData,
  })
  if (query === '') return { query, places: [], status: 'idle' }
  if (isError) return { query, places: [], status: 'failed' }
  return { query: '', places: [], ...data, status: data && !isPlaceholderData ? 'ready' : 'loading' }
}
