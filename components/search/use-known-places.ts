'use client'

import { useState } from 'react'
import type { PlaceNames } from '#lib/travel/place-names.ts'

/** The names of a form's places, which grow with what is chosen. */
export function useKnownPlaces(names: PlaceNames): {
  known: PlaceNames
  /** Keeps the name that came with a chosen code, or finds it. */
  learn: (code: string, name: string | undefined) => void
} {
  const [known, setKnown] = useState(names)
  const keep = (code: string, name: string) => setKnown((before) => ({ ...before, [code]: name }))

  /** A code that was typed faster than the list came gets its name afterwards. */
  async function find(code: string) {
    const { findPlaceName } = await import('#lib/client/find-places.ts')
    const name = await findPlaceName(code)
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
