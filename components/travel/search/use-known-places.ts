'use client'

import { useState } from 'react'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'

/** The names of the places in a form. Each choice adds a name. */
export function useKnownPlaces(names: PlaceNames): {
  known: PlaceNames
  /** Stores the name of a chosen code, or looks it up. */
  learn: (code: string, name: string | undefined) => void
} {
  const [known, setKnown] = useState(names)
  const keep = (code: string, name: string) => setKnown((before) => ({ ...before, [code]: name }))

  /** Looks up the name of a code typed before the list arrived. */
  async function find(code: string) {
    const { findPlaceNames } = await import('#lib/travel/client/find-places.ts')
    const name = (await findPlaceNames([code]))[code]
    if (name) keep(code, name)
  }

  return {
    known,
    learn: (code, name) => {
      if (code && name) keep(code, name)
      else if (code && !known[code]) void find(code)
    },
  }
}
