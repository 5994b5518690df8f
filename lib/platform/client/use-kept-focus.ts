import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'

/**
 * Keeps the focus near a control that goes away while it has the focus, such as a button that its own press removes:
 * the focus moves to `section`. Without this, the next Tab would start at the top of the page.
 *
 * @returns the handlers of the element around the controls
 */
export function useKeptFocus(section: RefObject<HTMLElement | null>) {
  const focused = useRef<Element | null>(null)
  useEffect(() => {
    if (focused.current?.isConnected !== false) return
    // React may remove the control while the browser moves the focus, as when a sheet closes. The move ends first.
    const afterMove = setTimeout(() => {
      if (focused.current?.isConnected !== false) return
      focused.current = null
      if (document.activeElement === document.body) section.current?.focus({ preventScroll: true })
    })
    return () => clearTimeout(afterMove)
  })
  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = target
    },
    // React does not report the blur of an element that it removes.
    onBlur: () => {
      focused.current = null
    },
  }
}
