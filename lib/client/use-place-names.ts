'use client'

import { useEffect, useState } from 'react'
import type { PlaceNames } from '../travel/place-names.ts'
import { findPlaceName } from './find-places.ts'

/** The names of `codes` beside those that are known already; one that cannot be found stays away. */
export function usePlaceNames(codes: readonly string[], known: PlaceNames): PlaceNames {
  const [found, setFound] = useState<PlaceNames>({})
  const missing = codes.filter((code) => !(code in known)).join(' ')

  useEffect(() => {
    let isGone = false
    for (const code of missing.split(' ').filter(Boolean)) {
      void findPlaceName(code).then((name) => {
        if (name && !isGone) setFound((before) => ({ ...before, [code]: name }))
      })
    }
    return () => {
      isGone = true
    }
  }, [missing])

  return { ...known, ...found }
}
