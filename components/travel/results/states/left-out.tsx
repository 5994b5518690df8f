'use client'

import { useSearchParams } from 'next/navigation'
import { type ListParsers, leftOutOf, type UrlNames } from '#lib/travel/client/list-query.ts'
import { lazily } from '../../../ui/lazily.tsx'
import { usePreload } from '../../../ui/use-preload.ts'

/** Loaded only for a link with unusable filters. */
const LeftOutNotice = lazily(
  async () => (await import('./left-out-notice.tsx')).LeftOutNotice,
  () => null,
)

interface LeftOutProps {
  parsers: ListParsers
  urlKeys: UrlNames
  isListed: boolean
}

/** Above a list: the filters and the sort order in the page's URL that the list cannot apply, if any. */
export function LeftOut({ parsers, urlKeys, isListed }: LeftOutProps) {
  const parts = leftOutOf(useSearchParams(), parsers, urlKeys)
  const isNeeded = parts.length > 0
  usePreload(isNeeded, LeftOutNotice)
  return isListed && isNeeded && <LeftOutNotice parts={parts} />
}
