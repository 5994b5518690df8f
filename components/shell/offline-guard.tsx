'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { isDoubtful, openIfReached, REACHED_ATTEMPT, UNREACHED_ATTEMPT, watchOffline } from '#lib/client/connection.ts'
import { needsConnection, repeat } from '#lib/client/needs-connection.ts'
import { Icon } from '../ui/icon.tsx'

interface OfflineGuardProps {
  /** Shown while offline. */
  offline: string
  /** Shown offline, after an attempt to use something that needs a connection. */
  attempted: string
  /** Shown after an attempt if the site does not answer, and the browser does not say that it is offline. */
  unreached: string
  /** The link to the saved pages. */
  saved: ReactNode
}

/**
 * Shows an offline banner and keeps the page: in doubt it holds links and forms that need the server until the site
 * answers, because the browser would otherwise replace the page with its own error. If a service worker can open them,
 * links to the pages saved in this browser; the note of a saved copy has this link already.
 */
export function OfflineGuard({ offline, attempted, unreached, saved }: OfflineGuardProps) {
  const [isShown, setIsShown] = useState(false)
  const [attempts, setAttempts] = useState(0)

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    let isReleased = false
    const hold = (event: Event) => {
      if (isReleased || !isDoubtful() || !needsConnection(event)) return
      event.preventDefault()
      event.stopPropagation()
      void openIfReached(() => {
        isReleased = true
        repeat(event)
        isReleased = false
      })
    }
    // A saved copy of a page shows its own note.
    const show = (isOffline: boolean) => setIsShown(isOffline && !document.getElementById('kept-note')?.hasChildNodes())
    watchOffline(show, signal)
    for (const end of ['online', REACHED_ATTEMPT]) window.addEventListener(end, () => setAttempts(0), { signal })
    window.addEventListener(UNREACHED_ATTEMPT, () => setAttempts((before) => before + 1), { signal })
    // Capture, so that this runs before the router and the forms.
    window.addEventListener('click', hold, { signal, capture: true })
    window.addEventListener('submit', hold, { signal, capture: true })
    return () => listening.abort()
  }, [])

  return (
    <div className="offline-bar no-print" aria-live={attempts > 0 ? 'assertive' : 'polite'}>
      {(isShown || attempts > 0) && (
        <p key={attempts}>
          <Icon name="offline" small />
          {attempts === 0 ? offline : navigator.onLine ? unreached : attempted}
          {isShown && navigator.serviceWorker?.controller && saved}
        </p>
      )}
    </div>
  )
}
