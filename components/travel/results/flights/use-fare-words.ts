'use client'

import { useEffect, useState } from 'react'
import type { TravelProfile } from '#lib/travel/model/usual-profile.ts'

type FareWords = typeof import('#lib/travel/model/flights/fare-words.ts')

let known: FareWords | undefined

/** The words for the wishes of a profile. Undefined while they load, and for a profile without wishes. */
export function useFareWords({ cabin_bags, checked_bags, seat, alliances }: TravelProfile): FareWords | undefined {
  const isWishing = cabin_bags + checked_bags + alliances.length > 0 || seat !== 'any'
  const [words, setWords] = useState(known)
  useEffect(() => {
    if (!isWishing || words) return
    void import('#lib/travel/model/flights/fare-words.ts').then(
      (loaded) => {
        known = loaded
        setWords(loaded)
      },
      // Without them, a row lacks only its extra words.
      () => {},
    )
  }, [isWishing, words])
  return isWishing ? words : undefined
}
