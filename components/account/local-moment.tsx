'use client'

import { useTimeZone } from '#lib/platform/client/use-time-zone.ts'
import { formatMoment } from '#lib/travel/model/format.ts'

/**
 * A time in the reader's time zone. The server does not know the zone and writes UTC; the element is wide enough for
 * both texts, so that nothing moves.
 *
 * @param iso ISO 8601
 */
export function LocalMoment({ iso, locale }: { iso: string; locale: string }) {
  const zone = useTimeZone(null)
  const text = zone === null ? `${formatMoment(iso, locale, 'UTC')} UTC` : formatMoment(iso, locale, zone)
  return (
    <time dateTime={iso} className="local-moment">
      {text}
    </time>
  )
}
