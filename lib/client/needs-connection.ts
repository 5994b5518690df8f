/** Whether a click or a submit event would open another page of this site or send a form to it. */
export function needsConnection(event: Event): boolean {
  if (event.type === 'submit') return true
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || (link.target !== '' && link.target !== '_self')) return false
  // The service worker has a copy of this page.
  if ('kept' in link.dataset) return false
  if (link.origin !== location.origin || link.hasAttribute('download')) return false
  const isOnPage = link.hash !== '' && link.pathname === location.pathname && link.search === location.search
  return !isOnPage
}

/** Repeats a click or a submit event that was held back. */
export function repeat(event: Event): void {
  if (event instanceof SubmitEvent && event.target instanceof HTMLFormElement) {
    event.target.requestSubmit(event.submitter)
  } else event.target?.dispatchEvent(new MouseEvent(event.type, event))
}
