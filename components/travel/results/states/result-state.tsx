import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { NoneView, SearchView } from '#lib/travel/model/results/search-view.ts'
import { Button } from '../../../ui/button.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import type { ExplainedView } from './explained-state.tsx'
import { InternalError, StatePanel } from './state-panel.tsx'

interface ResultStateProps {
  view: Exclude<SearchView, { kind: 'list' | 'loading' }>
  /** Renders the state without results. */
  none: (view: NoneView) => ReactNode
  /** Renders the states that explain an error. */
  explained: (view: ExplainedView) => ReactNode
  signIn: ReactNode
  onRetry: () => void
}

/** One component per outcome, so that no outcome looks like another. */
export function ResultState({ view, none, explained, signIn, onRetry }: ResultStateProps) {
  const t = useTexts('results')
  switch (view.kind) {
    case 'none':
      return none(view)
    case 'trouble':
    case 'invalid':
    case 'no-sources':
      return explained(view)
    case 'signed-out':
      return (
        <StatePanel icon="person" title={t('signedOutTitle')} actions={signIn}>
          <p>{t('signedOutText')}</p>
        </StatePanel>
      )
    case 'offline':
      return <Offline onRetry={onRetry} />
    case 'internal':
      return view.error ? (
        explained(view)
      ) : (
        <InternalError isConnectionLost requestId={null} message={null} onRetry={onRetry} />
      )
  }
}

/** Shown without a connection. The search runs again once the browser is online. */
function Offline({ onRetry }: { onRetry: () => void }) {
  const t = useTexts('results')
  const onOnline = useEffectEvent(onRetry)
  useEffect(() => {
    const listener = () => onOnline()
    window.addEventListener('online', listener)
    // The connection may have come back before this effect ran.
    if (navigator.onLine) listener()
    return () => window.removeEventListener('online', listener)
  }, [])
  return (
    <StatePanel icon="offline" title={t('offlineTitle')} actions={<Button onClick={onRetry}>{t('tryAgain')}</Button>}>
      <p>{t('offlineText')}</p>
    </StatePanel>
  )
}
