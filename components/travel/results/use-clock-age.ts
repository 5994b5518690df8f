'use client'

import { dateTimeFormat } from '#lib/platform/model/formatters.ts'
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
  const clock = dateTimeFormat(locale, { timeStyle: 'short' })
  return (atMs) => (now - atMs < 3_600_000 ? inList([clock.format(atMs), age(atMs)], t) : age(atMs))
}
