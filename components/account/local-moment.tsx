'use client'

import { useSyncExternalStore } from 'react'
import { formatMoment } from '#lib/travel/model/format.ts'

/** The zone does not change while a page is shown. */
const subscribe = () => () => {}
const zoneNow = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * A time in the reader's time zone. The server does not know the zone and writes UTC; the element is wide enough for
 * both texts, so that nothing moves.
 *
 * @param iso ISO 8601
 */
export function LocalMoment({ iso, locale }: { iso: string; locale: string }) {
  const zone = useSyncExternalStore(subscribe, zoneNow, () => null)
  const text = zone === null ? `${formatMoment(iso, locale, 'UTC')} UTC` : formatMoment(iso, locale, zone)
  return (
    <time dateTime={iso} className="local-moment">
      {text}
    </time>
  )
}
