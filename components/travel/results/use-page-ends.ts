'use client'

import { useEffect } from 'react'

/** Elements that handle Home and End themselves or scroll separately. */
const OWN_ENDS =
  'input:not([type="checkbox"], [type="radio"]), select, textarea, [contenteditable], dialog, [role="dialog"]'

const isOwn = ({ target, altKey, shiftKey, defaultPrevented }: KeyboardEvent) =>
  defaultPrevented || altKey || shiftKey || (target instanceof Element && target.closest(OWN_ENDS) !== null)

/**
 * Home and End scroll to the ends of the page and stay there while rows are measured; the browser alone would stop at
 * the page end estimated when the key was pressed. Any other scrolling releases the page.
 */
export function usePageEnds() {
  useEffect(() => {
    let end: 'Home' | 'End' | null = null
    /** The page's height at the last scroll to its end. */
    let height = 0
    const page = document.documentElement
    const go = () => {
      if (!end) return
      height = page.scrollHeight
      window.scrollTo({ top: end === 'End' ? height : 0, behavior: 'instant' })
    }
    const onKeyDown = (event: KeyboardEvent) => {
      end = (event.key === 'Home' || event.key === 'End') && !isOwn(event) ? event.key : null
      if (!end) return
      event.preventDefault()
      go()
    }
    const onScroll = () => {
      const distance = end === 'End' ? page.scrollHeight - window.innerHeight - window.scrollY : window.scrollY
      if (distance > 1 && page.scrollHeight === height) end = null
    }
    const listening = new AbortController()
    window.addEventListener('keydown', onKeyDown, { signal: listening.signal })
    window.addEventListener('scroll', onScroll, { signal: listening.signal, passive: true })
    const observer = new ResizeObserver(go)
    observer.observe(document.body)
    return () => {
      listening.abort()
      observer.disconnect()
    }
  }, [])
}
