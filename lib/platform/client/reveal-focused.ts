import type { FocusEvent } from 'react'

/** Scrolls a focused control of a sideways scrolling row into view. Browsers do not move a partly visible control. */
export function revealFocused({ target }: FocusEvent): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
