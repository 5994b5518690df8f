'use client'

import { useEffect, useState } from 'react'
import type { Place } from '../model/place.ts'
import type { PlaceUse } from './find-places.ts'

const DEBOUNCE_MS = 120

export interface PlaceOptions {
  /** The words that `places` match; older than the typed text until the next answer arrives. */
  query: string
  places: Place[]
  status: 'idle' | 'loading' | 'ready' | 'failed'
}

const nothing: PlaceOptions = { query: '', places: [], status: 'idle' }

/** Requests places as the traveler types; "" requests nothing. Keeps the last list until the next answer or failure. */
export function usePlaceOptions(typed: string, use: PlaceUse): PlaceOptions {
  const [options, setOptions] = useState(nothing)
  const query = typed.trim()

  useEffect(() => {
    if (query === '') {
      setOptions(nothing)
      return
    }
    const abort = new AbortController()
    setOptions((before) => ({ ...before, status: 'loading' }))
    const timer = setTimeout(() => void ask(), DEBOUNCE_MS)

    async function ask() {
      try {
        // Loaded on first use: the page needs it only once the traveler types.
        const { findPlaces } = await import('./find-places.ts')
        const places = await findPlaces(query, use, abort.signal)
        setOptions({ query, places, status: 'ready' })
      } catch {
        if (!abort.signal.aborted) setOptions({ query, places: [], status: 'failed' })
      }
    }

    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query, use])

  return options
}
