'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { needsConnection } from '#lib/platform/client/needs-connection.ts'
import { OFFLINE_ATTEMPT } from '#lib/platform/client/offline-attempt.ts'
import { Icon } from '../icon.tsx'

interface OfflineGuardProps {
  /** Shown while offline. */
  offline: string
  /** Shown after an attempt to use something that needs a connection. */
  attempted: string
  /** The link to the saved pages. */
  saved: ReactNode
}

/**
 * Shows an offline banner and keeps the page: while offline it blocks links and forms that need the server, because
 * the browser would otherwise replace the page with its own error. If a service worker can open them, links to the pages
 * saved in this browser; the note of a saved copy has this link already.
 */
export function OfflineGuard({ offline, attempted, saved }: OfflineGuardProps) {
  const [isShown, setIsShown] = useState(false)
  const [attempts, setAttempts] = useState(0)

  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const update = () => {
      // A saved copy of a page shows its own note.
      setIsShown(!navigator.onLine && !document.getElementById('kept-note')?.hasChildNodes())
      setAttempts(0)
    }
    const note = () => setAttempts((before) => before + 1)
    const hold = (event: Event) => {
      if (navigator.onLine || !needsConnection(event)) return
      event.preventDefault()
      event.stopPropagation()
      note()
    }
    update()
    window.addEventListener('online', update, { signal })
    window.addEventListener('offline', update, { signal })
    window.addEventListener(OFFLINE_ATTEMPT, note, { signal })
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
          {attempts > 0 ? attempted : offline}
          {isShown && navigator.serviceWorker?.controller && saved}
        </p>
      )}
    </div>
  )
}
