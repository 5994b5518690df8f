'use client'

import { useEffect, useState } from 'react'
import type { Preloaded } from './lazily.tsx'

/** The longest wait for a script, in ms. */
const PATIENCE_MS = 10_000

/**
 * Loads a component's script as soon as the component is wanted. Returns false while the page should wait for it:
 * until the script has loaded, failed or exceeded the wait.
 */
export function usePreload(isWanted: boolean, part: Preloaded): boolean {
  const [isSettled, setSettled] = useState(part.isThere)
  useEffect(() => {
    if (!isWanted) return
    const settle = () => setSettled(true)
    const timer = setTimeout(settle, PATIENCE_MS)
    void part.preload().then(settle)
    return () => clearTimeout(timer)
  }, [isWanted, part])
  return isSettled
}
