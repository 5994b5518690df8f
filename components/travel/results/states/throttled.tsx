'use client'

import { useCountdown } from '#lib/platform/client/use-countdown.ts'
import type { Found } from '#lib/travel/model/results/found.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { bold } from '../../../ui/spoken.tsx'
import { useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { useClockAge } from '../age.tsx'
import { StatePanel } from './state-panel.tsx'

interface ThrottledProps {
  /** The provider that limits us; null for our own limit. */
  who: string | null
  /** Null: not known, so a retry is possible at once. */
  retryAfterS: number | null
  onRetry: () => void
}

/** The rate limit state. */
export function Throttled({ who, retryAfterS, onRetry }: ThrottledProps) {
  const t = useTexts('results')
  const { leftS, text } = useWait(retryAfterS, 'runAgainIn')
  return (
    <StatePanel
      icon="clock"
      tone="warn"
      title={who ? t('limitedByTitle', { who }) : t('limitedTitle')}
      actions={
        <Button disabled={leftS > 0} onClick={onRetry}>
          {t('askNow')}
        </Button>
      }
    >
      <p>
        {text} {who ? t('afterPause') : t('addressKeeps')}
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
  const age = useClockAge()
  const { leftS, text: wait } = useWait(retryAfterS, 'askAgainIn')
  const oldestMs = Math.min(...old.map(({ fetchedAtMs }) => fetchedAtMs))
  return (
    <Notice
      tone="warn"
      icon="clock"
      action={
        <Button size="sm" disabled={leftS > 0} onClick={onRetry}>
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

/** The seconds until the next request is allowed, and a sentence about them. */
function useWait(retryAfterS: number | null, during: 'askAgainIn' | 'runAgainIn') {
  const t = useTexts('results')
  const leftS = useCountdown(retryAfterS ?? 0)
  if (retryAfterS === null) return { leftS, text: t('askAgainLater') }
  return { leftS, text: leftS > 0 ? t(during, { seconds: leftS }) : t('askAgainNow') }
}

/** The remaining part of a known wait. It updates each second; screen readers announce only its end. */
function Countdown({ leftS, ofS }: { leftS: number; ofS: number | null }) {
  const t = useTexts('results')
  if (ofS === null) return null
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
