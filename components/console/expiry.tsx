import { expiryTone, fullMomentOf, momentOf, whenOf } from '#lib/console/client/console-time.ts'
import { useZone } from './frame/zone.tsx'
import { Status } from './status.tsx'

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
