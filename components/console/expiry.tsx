import { expiryDayOf, expiryTone, whenOf } from '#lib/console/client/console-time.ts'
import { Status } from './status.tsx'

/** When something expires, with a warning in the last 30 days. */
export function Expiry({ at }: { at: string | null }) {
  const tone = expiryTone(at)
  if (at === null || tone === 'never') return <span className="console-quiet">Never</span>
  if (tone === 'far') return <span>{expiryDayOf(at)}</span>
  return (
    <Status icon={tone === 'past' ? 'x' : 'warn'} tone={tone === 'past' ? 'stop' : 'warn'}>
      {tone === 'past' ? `Expired ${expiryDayOf(at)}` : `${expiryDayOf(at)}, ${whenOf(at)}`}
    </Status>
  )
}
