'use client'

import { useEffect, useEffectEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { StatePanel } from './state-panel.tsx'

/** Shown without a connection. The search runs again once the browser is online. */
export function Offline({ onRetry }: { onRetry: () => void }) {
  const t = useTexts('results')
  const onOnline = useEffectEvent(onRetry)
  useEffect(() => {
    const listener = () => onOnline()
    window.addEventListener('online', listener)
    return () => window.removeEventListener('online', listener)
  }, [])
  return (
    <StatePanel icon="offline" title={t('offlineTitle')} actions={<Button onClick={onRetry}>{t('tryAgain')}</Button>}>
      <p>{t('offlineText')}</p>
    </StatePanel>
  )
}
