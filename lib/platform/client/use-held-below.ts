'use client'

import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * Keeps what stands below a part of the page where it is in the window when that part grows or shrinks, if the reader is
 * there: the pointer or the focus is below, or the part begins above the window. A button then does not move away under
 * a press.
 */
export function useHeldBelow() {
  const part = useRef<HTMLDivElement>(null)
  const below = useRef<HTMLDivElement>(null)
  const isReadBelow = useRef(false)
  // With every change, before the browser finds that the content moved away from the pointer.
  useLayoutEffect(() => {
    isReadBelow.current = below.current?.matches(':hover, :focus-within') ?? false
  })
  useEffect(() => {
    const grower = part.current
    if (!grower) return
    let height = grower.offsetHeight
    // Runs before the next paint, but after the list's own observer. That one would take a row that this scroll moved
    // out of the window for a row that grew there, and scroll again.
    const observer = new ResizeObserver(() => {
      const grown = grower.offsetHeight - height
      height = grower.offsetHeight
      const isPassed = grower.getBoundingClientRect().top < 0
      if (grown !== 0 && (isReadBelow.current || isPassed)) window.scrollBy({ top: grown, behavior: 'instant' })
    })
    observer.observe(grower)
    return () => observer.disconnect()
  }, [])
  return { part, below }
}
