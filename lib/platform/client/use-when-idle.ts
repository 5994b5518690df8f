'use client'

import { useEffect, useEffectEvent } from 'react'

/** The delay in ms for browsers without idle callbacks. */
const SOON_MS = 1000

/** Does `work` once, when `isTime` is true and the browser is idle. */
export function useWhenIdle(isTime: boolean, work: () => void): void {
  const start = useEffectEvent(work)
  useEffect(() => {
    if (!isTime) return
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(() => start(), SOON_MS)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(() => start(), { timeout: 5 * SOON_MS })
    return () => cancelIdleCallback(request)
  }, [isTime])
}
