import { expiryDayOf, expiryTone, whenOf } from '#lib/console/client/console-time.ts'
import { Status } from './status.tsx'

/** When something expires, with a warning in the last 30 days. */
export function Expiry({ at }: { at: string | null }) {
  const tone = expiryTone(at)
  if (at === null || tone === 'never') return <span className="console-quiet">Never</span>
  if (tone === 'far') return <span>{expiryDayOf(at)}</span>
  if (tone === 'past') return <Status icon="x" tone="stop" text={`Expired ${expiryDayOf(at)}`} />
  return <Status icon="warn" tone="warn" text={`${expiryDayOf(at)}, ${whenOf(at)}`} />
}
