'use client'

import { ageText } from '#lib/travel/model/format.ts'
import { useTexts } from '../../ui/texts.tsx'
import { useNow, useReader } from './reader.tsx'

/** Writes the age of a price: "2 min ago". */
export function useAge(): (atMs: number) => string {
  const now = useNow()
  const { locale } = useReader()
  const t = useTexts('units')
  return (atMs) => ageText(atMs, now, locale, t)
}

/** The age of a price, as "saved 2 min ago" if it came from the cache. */
export function Age({ atMs, cached }: { atMs: number; cached: boolean }) {
  const t = useTexts('results')
  const age = useAge()(atMs)
  return <span>{cached ? t('saved', { age }) : age}</span>
}
