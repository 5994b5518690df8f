'use client'

import { useCountdown } from '#lib/platform/client/use-countdown.ts'
import { Button } from '../../../ui/button.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { StatePanel } from './state-panel.tsx'

interface ThrottledProps {
  /** The provider that limits us; null for our own limit. */
  who: string | null
  retryAfterS: number
  onRetry: () => void
}

/** The rate limit state. The countdown updates each second; screen readers announce only its end. */
export function Throttled({ who, retryAfterS, onRetry }: ThrottledProps) {
  const t = useTexts('results')
  const leftS = useCountdown(retryAfterS)
  const isOver = leftS === 0
  return (
    <StatePanel
      icon="clock"
      tone="warn"
      title={who ? t('limitedByTitle', { who }) : t('limitedTitle')}
      actions={
        <Button disabled={!isOver} onClick={onRetry}>
          {t('askNow')}
        </Button>
      }
    >
      <p>
        {isOver ? t('askAgainNow') : t('runAgainIn', { seconds: leftS })} {who ? t('afterPause') : t('addressKeeps')}
      </p>
      <div className="countdown" aria-hidden="true">
        <i style={{ width: `${(leftS / Math.max(1, retryAfterS)) * 100}%` }} />
      </div>
      <span className="sr-only" aria-live="polite">
        {isOver ? t('askAgainNow') : ''}
      </span>
    </StatePanel>
  )
}
