'use client'

import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps what stands below a part of the page where it is in the window when that part grows or shrinks, if the reader is
 * there: the pointer or the focus is below, or the part begins above the window. A button then does not move away under
 * a press.
 *
 * @param content the part is measured again when this changes
 */
export function useHeldBelow(content: unknown) {
  const part = useRef<HTMLDivElement>(null)
  const below = useRef<HTMLDivElement>(null)
  const height = useRef<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the content.
  useLayoutEffect(() => {
    const [grower, held] = [part.current, below.current]
    if (!grower || !held) return
    const grown = grower.offsetHeight - (height.current ?? grower.offsetHeight)
    height.current = grower.offsetHeight
    const isReadBelow = held.matches(':hover, :focus-within') || grower.getBoundingClientRect().top < 0
    if (grown === 0 || !isReadBelow) return
    const top = held.getBoundingClientRect().top - grown
    // Scrolls before the next paint, but after the list's own observer: that one takes a row that a scroll moved out of
    // the window for a row that grew there, and would scroll again.
    const observer = new ResizeObserver(() => {
      observer.disconnect()
      window.scrollBy({ top: held.getBoundingClientRect().top - top, behavior: 'instant' })
    })
    observer.observe(grower)
    return () => observer.disconnect()
  }, [content])
  return { part, below }
}
