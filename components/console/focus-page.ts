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
