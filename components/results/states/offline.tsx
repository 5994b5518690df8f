'use client'

import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../ui/button.tsx'
import { StatePanel } from './state-panel.tsx'

/** Shown without a connection. The search runs again once the browser is online. */
export function Offline({ onRetry }: { onRetry: () => void }) {
  const onOnline = useEffectEvent(onRetry)
  useEffect(() => {
    const listener = () => onOnline()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [])
  return (
    <StatePanel icon="offline" title="You are offline" actions={<Button onClick={onRetry}>Try again</Button>}>
      <p>The search starts as soon as you are back online.</p>
    </StatePanel>
  )
}
