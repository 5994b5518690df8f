'use client'

import { expiryTone, fullMomentOf, momentOf, type Precision, whenOf } from '#lib/console/client/console-time.ts'
import { useZone } from './frame/zone.tsx'
import { Status } from './status.tsx'

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

/** When something expires, with a warning in the last 30 days. Pointing at it shows the second. */
export function Expiry({ at }: { at: string | null }) {
  const { zone } = useZone()
  const tone = expiryTone(at)
  if (at === null || tone === 'never') return <span className="console-quiet">Never</span>
  const day = momentOf(at, 'day', zone)
  return (
    <time dateTime={at} title={fullMomentOf(at, zone)}>
      {tone === 'far' && day}
      {tone === 'soon' && <Status icon="warn" tone="warn" text={`${day}, ${whenOf(at)}`} />}
      {tone === 'past' && <Status icon="x" tone="stop" text={`Expired ${day}`} />}
    </time>
  )
}
