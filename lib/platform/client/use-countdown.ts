'use client'

import { useEffect, useState } from 'react'

/** The seconds left of `fromS`, down to 0. Uses the clock, so that a sleeping tab does not fall behind. */
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
