'use client'

import { useEffect, useMemo, useState } from 'react'
import type { PlaceNames } from '../model/place-names.ts'
import { findPlaceNames } from './find-places.ts'

/**
 * The names of `codes`, added to the known ones; unknown codes are left out. Returns the same object for the same
 * names.
 */
export function usePlaceNames(codes: readonly string[], known: PlaceNames): PlaceNames {
  const [found, setFound] = useState<PlaceNames>({})
  const missing = codes.filter((code) => !(code in known) && !(code in found)).join(' ')

  useEffect(() => {
    if (missing === '') return
    let isGone = false
    const ask = async () => {
      const names = await findPlaceNames(missing.split(' '))
      if (!isGone && Object.keys(names).length > 0) setFound((before) => ({ ...before, ...names }))
    }
    // Starts in a separate task, because starting a request is slow, and so is the render that shows the codes.
    const start = setTimeout(() => void ask())
    return () => {
      isGone = true
      clearTimeout(start)
    }
  }, [missing])

  return useMemo(() => ({ ...known, ...found }), [known, found])
}
