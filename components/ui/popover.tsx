'use client'

import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { classes } from './classes.ts'

interface PopoverProps {
  label: string
  /** The button that opened the popover; it gets the focus back on close. */
  opener: RefObject<HTMLElement | null>
  onClose: () => void
  className?: string
  children: ReactNode
}

const focusable = 'button:not(:disabled), input:not(:disabled), select, [tabindex="0"]'

/** The minimum gap to the window's edge, in px: the popover shifts to keep it. */
const MARGIN = 8

/**
 * A dialog beside its opener, mounted while open. It focuses its first control, unless its content has focused
 * another. It closes on Escape, on a press outside and when the focus leaves it.
 */
export function Popover({ label, opener, onClose, className, children }: PopoverProps) {
  const panel = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose

  useEffect(() => {
    const root = panel.current
    if (!root) return
    if (!root.contains(document.activeElement)) {
      const first = root.querySelector<HTMLElement>(focusable) ?? root
      first.focus({ preventScroll: true })
    }
    const { left, right } = root.getBoundingClientRect()
    const excess = right + MARGIN - document.documentElement.clientWidth
    if (excess > 0) root.style.translate = `${-excess}px`
    else if (left < MARGIN) root.style.translate = `${MARGIN - left}px`
    root.scrollIntoView({ block: 'nearest' })
    const isOutside = (target: EventTarget | null) =>
      target instanceof Node && !root.contains(target) && !opener.current?.contains(target)
    const onPointer = (event: PointerEvent) => {
      if (isOutside(event.target)) close.current()
    }
    const onFocusOut = (event: FocusEvent) => {
      if (isOutside(event.relatedTarget)) close.current()
    }
    document.addEventListener('pointerdown', onPointer)
    root.addEventListener('focusout', onFocusOut)
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      root.removeEventListener('focusout', onFocusOut)
    }
  }, [opener])

  return (
    <div
      ref={panel}
      className={classes('pop', className)}
      role="dialog"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Escape closes the innermost layer only.
        event.stopPropagation()
        event.preventDefault()
        onClose()
        opener.current?.focus()
      }}
    >
      {children}
    </div>
  )
}
