'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { useCountdown } from '#lib/platform/client/use-countdown.ts'
import { useIsHydrated } from '#lib/platform/client/use-is-hydrated.ts'
import { Icon } from '../../ui/icon.tsx'
import { useLocale, useRichTexts, useTexts } from '../../ui/texts.tsx'
import { clockTime } from './clock-time.ts'

interface TimeLeftProps {
  askedAt: string
  expiresAt: string
  /** The server's time when it rendered the page. */
  nowMs: number
  onEnd: () => void
}

/** How long the person can still decide, in words and as a bar. Screen readers announce only that the time is over. */
export function TimeLeft(props: TimeLeftProps) {
  const [t, locale] = [useTexts('confirm'), useLocale()]
  if (useIsHydrated()) return <Countdown {...props} />
  return (
    <div className="confirm-left">
      <p>{t('openUntil', { time: clockTime(props.expiresAt, false, locale) })}</p>
    </div>
  )
}

/**
 * The server's time at the start of this document: the latest that the pages shown so far allow, because Back shows a
 * page again long after the server rendered it. The clock of the device may be wrong, so it does not count.
 */
let startMs = 0

function Countdown({ askedAt, expiresAt, nowMs, onEnd }: TimeLeftProps) {
  const t = useRichTexts('confirm')
  const time = clockTime(expiresAt, true, useLocale())
  const endMs = Date.parse(expiresAt)
  const [fromS] = useState(() => {
    startMs = Math.max(startMs, nowMs - performance.now())
    return Math.max(0, Math.ceil((endMs - startMs - performance.now()) / 1000))
  })
  const leftS = useCountdown(fromS)
  useEffect(() => {
    if (leftS === 0) onEnd()
  }, [leftS, onEnd])
  const wholeS = Math.max(1, (endMs - Date.parse(askedAt)) / 1000)
  return (
    <div className="confirm-left">
      <div className="confirm-left-bar" aria-hidden="true">
        <i style={{ width: `${Math.min(100, (leftS / wholeS) * 100)}%` }} />
      </div>
      <p>
        <Icon name="clock" small />
        <span>
          {leftS < 60
            ? t('secondsLeft', { count: leftS, time, b: bold })
            : t('minutesLeft', { count: Math.floor(leftS / 60), time, b: bold })}
        </span>
      </p>
    </div>
  )
}

const bold = (text: ReactNode) => <b>{text}</b>
