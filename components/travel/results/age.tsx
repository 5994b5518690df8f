'use client'

import { ageText, writeClock } from '#lib/travel/model/format.ts'
import { inList } from '#lib/travel/model/in-list.ts'
import { useLocale, useTexts } from '../../ui/texts.tsx'
import { useNow } from './reader.tsx'

/** Writes the age of a price: "2 min ago". */
export function useAge(): (atMs: number) => string {
  const now = useNow()
  const locale = useLocale()
  const t = useTexts('units')
  return (atMs) => ageText(atMs, now, locale, t)
}

/** The age of a price, as "saved 2 min ago" if it came from the cache. */
export function Age({ atMs, cached }: { atMs: number; cached: boolean }) {
  const t = useTexts('results')
  const age = useAge()(atMs)
  return <span>{cached ? t('saved', { age }) : age}</span>
}

/** The age of a price with the time of its answer: "10:12, 38 min ago". An older age is a time or a date itself. */
export function useClockAge(): (atMs: number) => string {
  const now = useNow()
  const locale = useLocale()
  const t = useTexts('results')
  const age = useAge()
  return (atMs) => (now - atMs < 3_600_000 ? inList([writeClock(atMs, locale), age(atMs)], t) : age(atMs))
}
