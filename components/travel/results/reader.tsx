'use client'

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { formatTime } from '#lib/travel/model/format.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import { flightSearches, type SearchKind } from '#lib/travel/model/search-kind.ts'

/** The context of a list: the reader's locale, the number of travelers and the known place names. */
export interface Reader {
  locale: string
  travelers: number
  names: PlaceNames
  /** Flights or hotels. */
  kind: SearchKind
}

const ReaderContext = createContext<Reader>({ locale: 'en-US', travelers: 1, names: {}, kind: flightSearches })
const NowContext = createContext(0)

const TICK_MS = 10_000

/** Provides a list's reader context and a slow clock for ages such as "40 s ago". */
export function ReaderProvider({ locale, travelers, names, kind, children }: Reader & { children: ReactNode }) {
  const [now, setNow] = useState(() => Date.now())
  const reader = useMemo(() => ({ locale, travelers, names, kind }), [locale, travelers, names, kind])
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <ReaderContext value={reader}>
      <NowContext value={now}>{children}</NowContext>
    </ReaderContext>
  )
}

export const useReader = () => useContext(ReaderContext)
export const useNow = () => useContext(NowContext)

/** Whether the locale uses AM and PM, which needs wider columns. */
export function hasTwelveHours(locale: string): boolean {
  return /\p{L}/u.test(formatTime('2027-01-01T13:00:00Z', locale))
}
