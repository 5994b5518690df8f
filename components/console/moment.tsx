'use client'

import { momentOf, type Precision } from '#lib/console/client/console-time.ts'
import { useIsHydrated } from '#lib/platform/client/use-is-hydrated.ts'

/**
 * A time in the reader's time zone. The server does not know the zone: it writes UTC, invisibly, as wide as the text
 * that replaces it.
 *
 * @param at ISO 8601
 */
export function Moment({ at, precision = 'minute' }: { at: string; precision?: Precision }) {
  const isZoneKnown = useIsHydrated()
  return (
    <time dateTime={at} className={isZoneKnown ? undefined : 'is-unseen'}>
      {momentOf(at, precision, isZoneKnown ? 'local' : 'UTC')}
    </time>
  )
}
