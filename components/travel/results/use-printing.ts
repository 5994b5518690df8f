'use client'

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** True while the page is laid out for printing, when rows outside the window must be rendered too. */
export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const media = window.matchMedia('print')
    // Synchronous, because the browser lays out the page right after the event.
    const set = (value: boolean) => flushSync(() => setIsPrinting(value))
    const onChange = () => set(media.matches)
    const onBefore = () => set(true)
    const onAfter = () => set(false)
    media.addEventListener('change', onChange)
    window.addEventListener('beforeprint', onBefore)
    window.addEventListener('afterprint', onAfter)
    return () => {
      media.removeEventListener('change', onChange)
      window.removeEventListener('beforeprint', onBefore)
      window.removeEventListener('afterprint', onAfter)
    }
  }, [])
  return isPrinting
}
