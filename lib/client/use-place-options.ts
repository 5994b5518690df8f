'use client'

import { useEffect, useState } from 'react'
import type { Place } from '../travel/place.ts'

const DEBOUNCE_MS = 120

export interface PlaceOptions {
  /** The words that `places` answer; older than what is typed while the next answer is on its way. */
  query: string
  places: Place[]
  status: 'idle' | 'loading' | 'ready' | 'failed'
}

const nothing: PlaceOptions = { query: '', places: [], status: 'idle' }

/** Asks for places as the traveler types; "" asks nothing. The last list stays until the next one is there. */
export function usePlaceOptions(typed: string): PlaceOptions {
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
        // Loaded on the first use: the page needs it only once somebody types.
        const { findPlaces } = await import('./find-places.ts')
        const places = await findPlaces(query, abort.signal)
        setOptions({ query, places, status: 'ready' })
      } catch {
        if (!abort.signal.aborted) setOptions((before) => ({ ...before, query, status: 'failed' }))
      }
    }

    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query])

  return options
}
