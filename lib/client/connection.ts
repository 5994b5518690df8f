/** The event that reports an attempt to open a page while the site does not answer. */
export const UNREACHED_ATTEMPT = 'travel:unreached-attempt'
/** The event that reports an attempt, made in doubt, to open a page of a site that answers. */
export const REACHED_ATTEMPT = 'travel:reached-attempt'

/** A site that has not answered for this long counts as not reached. */
const LONGEST_MS = 30_000

/**
 * Whether the site answers a request now, with any status. Only a request can tell: `navigator.onLine` stays true in a
 * network without internet, is true in Chromium 150 after a navigation that a service worker answers, and is false on a
 * machine without a network that runs the app itself.
 */
export async function siteAnswers(): Promise<boolean> {
  const signal = AbortSignal.timeout(LONGEST_MS)
  return fetch('/icon.svg', { method: 'HEAD', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  )
}

const saysOffline = () => !navigator.onLine

/**
 * Whether the device is known to be offline: the browser says so, and the site does not answer. If only the site does
 * not answer, the site may be down.
 */
export async function isOffline(): Promise<boolean> {
  // While the site was asked, the connection may have come back.
  return saysOffline() && !(await siteAnswers()) && saysOffline()
}

/** Reports whether the device is known to be offline, now and after each change, until `signal` aborts. */
export function watchOffline(report: (isOffline: boolean) => void, signal: AbortSignal): void {
  const update = async () => {
    const found = await isOffline()
    if (!signal.aborted) report(found)
  }
  void update()
  for (const change of ['online', 'offline']) window.addEventListener(change, update, { signal })
}

/** Whether the site may not answer. A saved copy of a page is shown only after a request has failed. */
export const isDoubtful = (): boolean => saysOffline() || 'keptAt' in document.documentElement.dataset

/** Opens another page: at once, or in doubt after the site has answered. Reports an attempt in doubt as an event. */
export async function openIfReached(open: () => void): Promise<void> {
  if (!isDoubtful()) return open()
  const isReached = await siteAnswers()
  window.dispatchEvent(new Event(isReached ? REACHED_ATTEMPT : UNREACHED_ATTEMPT))
  if (isReached) open()
}
