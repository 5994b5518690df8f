'use client'

import { useCallback, useEffect, useRef } from 'react'

const signs = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const

/** Whether the reader has pointed, typed or scrolled since the component was mounted. */
export function useIsReading(): () => boolean {
  const isReading = useRef(false)
  useEffect(() => {
    const left = new AbortController()
    const note = () => {
      isReading.current = true
      left.abort()
    }
    for (const sign of signs) addEventListener(sign, note, { passive: true, capture: true, signal: left.signal })
    return () => left.abort()
  }, [])
  return useCallback(() => isReading.current, [])
}
