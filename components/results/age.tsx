'use client'

import { formatAge } from '#lib/travel/format.ts'
import { useNow, useReader } from './reader.tsx'

/** The age of a price, as "saved 2 min ago" if it came from the cache. */
export function Age({ atMs, cached }: { atMs: number; cached: boolean }) {
  const now = useNow()
  const { locale } = useReader()
  const age = formatAge(atMs, Math.max(now, atMs), locale)
  return <span>{cached ? `saved ${age}` : age}</span>
}
