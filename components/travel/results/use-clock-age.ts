'use client'

import { writeClock } from '#lib/travel/model/format.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import { useAge } from './age.tsx'
import { useNow } from './reader.tsx'

/** The age of a price with the time of its answer: "10:12, 38 min ago". An older age is a time or a date itself. */
export function useClockAge(): (atMs: number) => string {
  const now = useNow()
  const locale = useLocale()
  const t = useTexts('results')
  const age = useAge()
  return (atMs) => (now - atMs < 3_600_000 ? inList([writeClock(atMs, locale), age(atMs)], t) : age(atMs))
}
