'use client'

import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { formatTime } from '#lib/travel/model/format.ts'
import type { PlaceNames } from '#lib/travel/model/place-names.ts'
import type { SearchKind } from '#lib/travel/model/results/found.ts'

/** The context of a list: the number of travelers, the known place names and the kind of results. */
interface Reader {
  travelers: number
  names: PlaceNames
  kind: SearchKind
}

const ReaderContext = createContext<Reader>({ travelers: 1, names: {}, kind: 'flights' })
const NowContext = createContext(0)

const TICK_MS = 10_000

/** Provides a list's reader context and a slow clock for ages such as "40 s ago". */
export function ReaderProvider({ travelers, names, kind, children }: Reader & { children: ReactNode }) {
  const [now, setNow] = useState(() => Date.now())
  const reader = useMemo(() => ({ travelers, names, kind }), [travelers, names, kind])
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
