import type { ReactNode } from 'react'
import type { NoneView, SearchView } from '#lib/travel/model/results/search-view.ts'
import type { ExplainedView } from './explained-state.tsx'
import { InternalError } from './internal-error.tsx'
import { Offline } from './offline.tsx'
import { SignedOut } from './signed-out.tsx'

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
  switch (view.kind) {
    case 'none':
      return none(view)
    case 'trouble':
    case 'invalid':
    case 'no-sources':
      return explained(view)
    case 'signed-out':
      return <SignedOut signIn={signIn} />
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
