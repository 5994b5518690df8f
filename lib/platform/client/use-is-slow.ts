'use client'

import { useEffect, useState } from 'react'

const MOMENT_MS = 300

/** Whether a wait has lasted longer than a moment; a shorter one needs no indicator. */
export function useIsSlow(isWaiting: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setIsSlow(true), MOMENT_MS)
    return () => {
      clearTimeout(timer)
      setIsSlow(false)
    }
  }, [isWaiting])
  return isSlow
}
