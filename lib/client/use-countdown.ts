'use client'

import { useEffect, useState } from 'react'

/** Seconds left of `fromS`, down to 0. Counts by the clock, so that a sleeping tab is not behind. */
export function useCountdown(fromS: number): number {
  const [leftS, setLeftS] = useState(fromS)
  useEffect(() => {
    const endMs = Date.now() + fromS * 1000
    setLeftS(fromS)
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endMs - Date.now()) / 1000))
      setLeftS(left)
      if (left === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [fromS])
  return leftS
}
