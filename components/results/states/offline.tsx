'use client'

import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { StatePanel } from './state-panel.tsx'

/** No connection. The search runs by itself when the browser is online again. */
export function Offline({ onRetry }: { onRetry: () => void }) {
  const onOnline = useEffectEvent(onRetry)
  useEffect(() => {
    const listener = () => onOnline()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [])
  return (
    <StatePanel icon="offline" title="You are offline" actions={<Button onClick={onRetry}>Try again</Button>}>
      <p>The search runs by itself as soon as there is a connection.</p>
    </StatePanel>
  )
}
