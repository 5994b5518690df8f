import type { FocusEvent } from 'react'

/** Scrolls a focused control of a row that scrolls sideways into view. Browsers leave a control that is partly visible. */
export function revealFocused({ target }: FocusEvent): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
