'use client'

import { useCountdown } from '#lib/platform/client/use-countdown.ts'
import type { Found } from '#lib/travel/model/results/found.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { bold } from '../../../ui/spoken.tsx'
import { useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { useAge } from '../age.tsx'
import { StatePanel } from './state-panel.tsx'

interface ThrottledProps {
  /** The provider that limits us; null for our own limit. */
  who: string | null
  retryAfterS: number
  onRetry: () => void
}

/** The rate limit state. */
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
      <Countdown leftS={leftS} ofS={retryAfterS} />
    </StatePanel>
  )
}

/**
 * The rate limit notice above a list.
 *
 * @param old the old prices in the list
 */
export function ThrottledNotice({ who, retryAfterS, old, onRetry }: ThrottledProps & { old: readonly Found[] }) {
  const t = useTexts('results')
  const rich = useRichTexts('results')
  const age = useAge()
  const leftS = useCountdown(retryAfterS)
  const isOver = leftS === 0
  const wait = isOver ? t('askAgainNow') : t('askAgainIn', { seconds: leftS })
  const oldestMs = Math.min(...old.map(({ fetchedAtMs }) => fetchedAtMs))
  return (
    <Notice
      tone="warn"
      icon="clock"
      action={
        <Button size="sm" disabled={!isOver} onClick={onRetry}>
          {t('askNow')}
        </Button>
      }
    >
      {who ? rich('limitedBy', { who, wait, b: bold }) : rich('limited', { wait, b: bold })}
      {old.length > 0 && ` ${t(who ? 'itsPricesFrom' : 'pricesFrom', { age: age(oldestMs) })}`}
      <Countdown leftS={leftS} ofS={retryAfterS} />
    </Notice>
  )
}

/** The remaining part of a wait. It updates each second; screen readers announce only its end. */
function Countdown({ leftS, ofS }: { leftS: number; ofS: number }) {
  const t = useTexts('results')
  return (
    <>
      <span className="countdown" aria-hidden="true">
        <i style={{ width: `${(leftS / Math.max(1, ofS)) * 100}%` }} />
      </span>
      <span className="sr-only" aria-live="polite">
        {leftS === 0 ? t('askAgainNow') : ''}
      </span>
    </>
  )
}
