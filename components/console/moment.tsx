'use client'

import { fullMomentOf, momentOf, type Precision } from '#lib/console/client/console-time.ts'
import { useZone } from './frame/zone.tsx'

/**
 * A time in the console's zone; pointing at it shows the weekday, the second and the zone. A server that does not know
 * the zone writes UTC, invisibly, as wide as the text that replaces it.
 *
 * @param at ISO 8601
 */
export function Moment({ at, precision = 'minute' }: { at: string; precision?: Precision }) {
  const { zone, isKnown } = useZone()
  return (
    <time dateTime={at} title={fullMomentOf(at, zone)} className={isKnown ? undefined : 'is-unseen'}>
      {momentOf(at, precision, zone)}
    </time>
  )
}

/** When something was used last. */
export const LastUse = ({ at }: { at: string | null }) =>
  at === null ? <span className="console-quiet">Never</span> : <Moment at={at} />
