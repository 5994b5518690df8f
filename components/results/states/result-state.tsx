import type { ReactNode } from 'react'
import type { FieldSentences } from '#lib/travel/field-sentences.ts'
import type { NoneView, SearchView } from '#lib/travel/results/search-view.ts'
import { lazily } from '../../ui/lazily.tsx'
import { InternalError } from './internal-error.tsx'
import { InvalidSearch } from './invalid-search.tsx'
import { NoSources } from './no-sources.tsx'
import { Offline } from './offline.tsx'
import { SignedOut } from './signed-out.tsx'

interface ResultStateProps {
  view: Exclude<SearchView, { kind: 'list' | 'loading' }>
  /** Renders the state without results. */
  none: (view: NoneView) => ReactNode
  /** The words for the invalid fields of a search. */
  fields: Pick<FieldSentences<string>, 'all' | 'labelsOf'>
  signIn: ReactNode
  onRetry: () => void
}

/** Shown after an answer, so its script can load then. */
const SourceTrouble = lazily(
  async () => (await import('./source-trouble.tsx')).SourceTrouble,
  () => null,
)

/** One component per outcome, so that no outcome looks like another. */
export function ResultState({ view, none, fields, signIn, onRetry }: ResultStateProps) {
  switch (view.kind) {
    case 'none':
      return none(view)
    case 'trouble':
      return <SourceTrouble trouble={view.trouble} others={view.others} fields={fields} onRetry={onRetry} />
    case 'no-sources':
      return <NoSources />
    case 'signed-out':
      return <SignedOut signIn={signIn} />
    case 'offline':
      return <Offline onRetry={onRetry} />
    case 'invalid':
      return <InvalidSearch sentences={fields.all(view.error.details ?? {})} message={view.error.message} />
    case 'internal':
      return <InternalError requestId={view.requestId} message={view.error?.message ?? null} onRetry={onRetry} />
  }
}
