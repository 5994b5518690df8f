'use client'

import { formatAge } from '#lib/travel/format.ts'
import { useNow, useReader } from './reader.tsx'

/** How old a price is; one that was kept from an earlier search says so. */
export function Age({ atMs, cached }: { atMs: number; cached: boolean }) {
  const now = useNow()
  const { locale } = useReader()
  const age = formatAge(atMs, Math.max(now, atMs), locale)
  return <span className="age">{cached ? `saved ${age}` : age}</span>
}
