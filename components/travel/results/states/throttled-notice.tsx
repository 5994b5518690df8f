'use client'

import { useCountdown } from '#lib/platform/client/use-countdown.ts'
import type { Found } from '#lib/travel/model/results/found.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { bold } from '../../../ui/spoken.tsx'
import { useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { useAge } from '../age.tsx'

interface ThrottledNoticeProps {
  /** The provider that limits us; null for our own limit. */
  who: string | null
  retryAfterS: number
  /** The old prices in the list below. */
  old: readonly Found[]
  onRetry: () => void
}

/** The rate limit notice above a list. The countdown updates each second; screen readers announce only its end. */
export function ThrottledNotice({ who, retryAfterS, old, onRetry }: ThrottledNoticeProps) {
  const t = useTexts('results')
  const rich = useRichTexts('results')
  const age = useAge()
  const leftS = useCountdown(retryAfterS)
  const isOver = leftS === 0
  const wait = isOver ? t('askAgainNow') : t('askAgainIn', { seconds: leftS })
  const oldest = old.length > 0 ? Math.min(...old.map(({ fetchedAtMs }) => fetchedAtMs)) : undefined
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
      {oldest !== undefined && ` ${t(who ? 'itsPricesFrom' : 'pricesFrom', { age: age(oldest) })}`}
      <span className="countdown" aria-hidden="true">
        <i style={{ width: `${(leftS / Math.max(1, retryAfterS)) * 100}%` }} />
      </span>
      <span className="sr-only" aria-live="polite">
        {isOver ? t('askAgainNow') : ''}
      </span>
    </Notice>
  )
}
