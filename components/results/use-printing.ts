'use client'

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** True while the page is laid out for paper: what is left out of the window then belongs to it. */
export function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const media = window.matchMedia('print')
    // The browser lays the page out right after the event.
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
