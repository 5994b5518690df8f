'use client'

import { useEffect, useState } from 'react'
import { useCountdown } from '#lib/client/use-countdown.ts'
import { useIsHydrated } from '#lib/client/use-is-hydrated.ts'
import { Icon } from '../ui/icon.tsx'
import { clockTime } from './clock-time.ts'

interface TimeLeftProps {
  askedAt: string
  expiresAt: string
  onEnd: () => void
}

/** How long the person can still decide, in words and as a bar. It is spoken at its end only. */
export function TimeLeft(props: TimeLeftProps) {
  if (useIsHydrated()) return <Countdown {...props} />
  return (
    <div className="confirm-left">
      <p>Open until {clockTime(props.expiresAt, false)}. After that nothing happens.</p>
    </div>
  )
}

function Countdown({ askedAt, expiresAt, onEnd }: TimeLeftProps) {
  const endMs = Date.parse(expiresAt)
  const [fromS] = useState(() => Math.max(0, Math.ceil((endMs - Date.now()) / 1000)))
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
          <b>{leftText(leftS)} left to decide,</b> until {clockTime(expiresAt, true)}. After that nothing happens.
        </span>
      </p>
    </div>
  )
}

function leftText(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.floor(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
