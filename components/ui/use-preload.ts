'use client'

import { useEffect, useState } from 'react'
import { useWhenIdle } from '#lib/platform/client/use-when-idle.ts'
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

/** Whether the reader has told the browser to load no more than necessary. Only Chromium says so. */
function savesData(): boolean {
  const { connection }: Navigator & { connection?: { saveData?: boolean } } = navigator
  return connection?.saveData === true
}

/**
 * Loads the scripts of components that the reader may want next, once `isTime` is true and the browser is idle. They
 * are then there without a connection too.
 */
export function usePrefetch(isTime: boolean, parts: readonly Preloaded[]): void {
  useWhenIdle(isTime, () => {
    if (savesData()) return
    for (const part of parts) void part.preload()
  })
}
