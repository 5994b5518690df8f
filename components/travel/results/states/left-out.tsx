'use client'

import { useSearchParams } from 'next/navigation'
import { type ListQuery, leftOutOf } from '#lib/travel/client/list-query.ts'
import { lazily } from '../../../ui/lazily.tsx'
import { usePreload } from '../../../ui/use-preload.ts'

/** Loaded only for a link with unusable filters. */
const LeftOutNotice = lazily(async () => (await import('./left-out-notice.tsx')).LeftOutNotice)

interface LeftOutProps {
  list: ListQuery
  isListed: boolean
}

/** Above a list: the filters and the sort order in the page's URL that the list cannot apply, if any. */
export function LeftOut({ list, isListed }: LeftOutProps) {
  const parts = leftOutOf(useSearchParams(), list)
  const isNeeded = parts.length > 0
  usePreload(isNeeded, LeftOutNotice)
  return isListed && isNeeded && <LeftOutNotice parts={parts} />
}
