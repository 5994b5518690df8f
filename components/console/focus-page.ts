import { useState } from 'react'

/**
 * For a part of the page that somebody opens and closes: gives the focus back to what had it before the part was shown,
 * or to the page, if that is gone.
 */
export function useFocusBack(): () => void {
  const [opener] = useState(() => document.activeElement)
  return () =>
    // What the part replaced is there again only after it is closed.
    requestAnimationFrame(() => {
      if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) opener.focus()
      else focusPage(opener)
    })
}

/**
 * Moves the focus to the page, for a control that is removed with the focus in it. `removed`: the part that is removed.
 * If the person has moved the focus to another part meanwhile, it stays there.
 */
export function focusPage(removed?: Element | null): void {
  const { activeElement, body } = document
  if (!removed || activeElement === body || removed.contains(activeElement)) {
    document.querySelector<HTMLElement>('#main')?.focus()
  }
}

/** Moves the focus to a control that the page shows again, once what stood in its place is closed. */
export const focusWhenShown = (id: string): void =>
  void requestAnimationFrame(() => document.getElementById(id)?.focus())

/** Moves the focus to what the page shows in place of a pressed control, as its `ref`. */
export const focusOn = (shown: HTMLElement | null): void => shown?.focus()
