'use client'

import { useCountdown } from '#lib/client/use-countdown.ts'
import type { Found } from '#lib/travel/results/found.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Age } from '../age.tsx'

interface ThrottledNoticeProps {
  /** The provider that limits us; null for our own limit. */
  who: string | null
  retryAfterS: number
  /** The old prices in the list below. */
  old: readonly Found[]
  onRetry: () => void
}

/** The rate limit notice above a list. The countdown updates each second and is spoken only at its start and end. */
export function ThrottledNotice({ who, retryAfterS, old, onRetry }: ThrottledNoticeProps) {
  const leftS = useCountdown(retryAfterS)
  const isOver = leftS === 0
  return (
    <Notice
      tone="warn"
      icon="clock"
      action={
        <Button size="sm" disabled={!isOver} onClick={onRetry}>
          Ask now
        </Button>
      }
    >
      <b>{who ? `${who} limits how often we may ask.` : 'Too many searches in a short time.'}</b>{' '}
      {isOver ? 'You can ask again now.' : `You can ask again in ${leftS} s.`}
      {old.length > 0 && (
        <>
          {' '}
          {who ? 'Its prices' : 'The prices'} below are from{' '}
          <Age atMs={Math.min(...old.map(({ fetchedAtMs }) => fetchedAtMs))} cached={false} />.
        </>
      )}
      <span className="countdown" aria-hidden="true">
        <i style={{ width: `${(leftS / Math.max(1, retryAfterS)) * 100}%` }} />
      </span>
      <span className="sr-only" aria-live="polite">
        {isOver ? 'You can ask again now.' : ''}
      </span>
    </Notice>
  )
}
