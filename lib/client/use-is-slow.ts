'use client'

import { useEffect, useState } from 'react'

const MOMENT_MS = 300

/** True when something has been waited for longer than a moment; what comes sooner needs no sign that it is coming. */
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
