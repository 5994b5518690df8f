import { expiryDayOf, expiryTone, whenOf } from '#lib/client/console/console-time.ts'
import { Icon } from '../ui/icon.tsx'

/** When something expires, with a warning in the last 30 days. */
export function Expiry({ at }: { at: string | null }) {
  const tone = expiryTone(at)
  if (at === null || tone === 'never') return <span className="console-quiet">Never</span>
  if (tone === 'far') return <span>{expiryDayOf(at)}</span>
  return (
    <span className={tone === 'past' ? 'console-status console-status-stop' : 'console-status console-status-warn'}>
      <Icon name={tone === 'past' ? 'x' : 'warn'} small />
      {tone === 'past' ? `Expired ${expiryDayOf(at)}` : `${expiryDayOf(at)}, ${whenOf(at)}`}
    </span>
  )
}
