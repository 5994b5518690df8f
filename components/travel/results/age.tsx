'use client'

import { ageText } from '#lib/travel/model/format.ts'
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
