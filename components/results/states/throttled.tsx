'use client'

import { useCountdown } from '#lib/client/use-countdown.ts'
import { Button } from '../../ui/button.tsx'
import { StatePanel } from './state-panel.tsx'

interface ThrottledProps {
  /** The provider that limits us; null for our own limit. */
  who: string | null
  retryAfterS: number
  onRetry: () => void
}

/** The rate limit state. The countdown updates each second and is spoken only at its start and end. */
export function Throttled({ who, retryAfterS, onRetry }: ThrottledProps) {
  const leftS = useCountdown(retryAfterS)
  const isOver = leftS === 0
  return (
    <StatePanel
      icon="clock"
      tone="warn"
      title={who ? `${who} limits how often we may ask` : 'Too many searches in a short time'}
      actions={
        <Button disabled={!isOver} onClick={onRetry}>
          Ask now
        </Button>
      }
    >
      <p>
        {isOver ? 'You can ask again now.' : `This search can run again in ${leftS} s.`}
        {who ? ' The provider answers again after a pause.' : ' The address keeps your search.'}
      </p>
      <div className="countdown" aria-hidden="true">
        <i style={{ width: `${(leftS / Math.max(1, retryAfterS)) * 100}%` }} />
      </div>
      <span className="sr-only" aria-live="polite">
        {isOver ? 'You can ask again now.' : ''}
      </span>
    </StatePanel>
  )
}
