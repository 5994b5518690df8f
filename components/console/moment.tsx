'use client'

import { useSyncExternalStore } from 'react'
import { momentOf, type Precision } from '#lib/console/client/console-time.ts'

const subscribe = () => () => {}

/**
 * A time in the reader's time zone. The server does not know the zone: it writes UTC, invisibly, as wide as the text
 * that replaces it.
 *
 * @param at ISO 8601
 */
export function Moment({ at, precision = 'minute' }: { at: string; precision?: Precision }) {
  const isZoneKnown = useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
  return (
    <time dateTime={at} className={isZoneKnown ? undefined : 'is-unseen'}>
      {momentOf(at, precision, isZoneKnown ? 'local' : 'UTC')}
    </time>
  )
}
