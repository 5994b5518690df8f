import type { ReactNode } from 'react'
import type { FieldSentences } from '#lib/travel/field-sentences.ts'
import type { NoneView, SearchView, Trouble } from '#lib/travel/results/search-view.ts'
import { InternalError } from './internal-error.tsx'
import { InvalidSearch } from './invalid-search.tsx'
import { NoSources } from './no-sources.tsx'
import { Offline } from './offline.tsx'
import { ProviderDown } from './provider-down.tsx'
import { SignedOut } from './signed-out.tsx'
import { SourceOff } from './source-off.tsx'
import { SearchRefused, SourceUnavailable } from './source-refused.tsx'
import { Throttled } from './throttled.tsx'
import { TimedOut } from './timed-out.tsx'

interface ResultStateProps {
  view: Exclude<SearchView, { kind: 'list' | 'loading' }>
  /** Renders the state without results. */
  none: (view: NoneView) => ReactNode
  /** The words for the invalid fields of a search. */
  fields: Pick<FieldSentences<string>, 'all' | 'labelsOf'>
  signIn: ReactNode
  onRetry: () => void
}

/** One component per outcome, so that no outcome looks like another. */
export function ResultState({ view, none, fields, signIn, onRetry }: ResultStateProps) {
  switch (view.kind) {
    case 'none':
      return none(view)
    case 'trouble':
      return <SourceTrouble trouble={view.trouble} fields={fields} onRetry={onRetry} />
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

function SourceTrouble({
  trouble,
  fields,
  onRetry,
}: Pick<ResultStateProps, 'fields' | 'onRetry'> & { trouble: Trouble }) {
  switch (trouble.kind) {
    case 'throttled':
      return <Throttled who={trouble.who} retryAfterS={trouble.retryAfterS} onRetry={onRetry} />
    case 'down':
      return <ProviderDown who={trouble.who} onRetry={onRetry} />
    case 'timeout':
      return <TimedOut who={trouble.who} limitMs={trouble.limitMs} onRetry={onRetry} />
    case 'refused-search':
      return <SearchRefused who={trouble.who} labels={fields.labelsOf(trouble.error.details ?? {})} />
    case 'off':
      return <SourceOff who={trouble.who} onRetry={onRetry} />
    case 'unavailable':
      return <SourceUnavailable who={trouble.who} error={trouble.error} onRetry={onRetry} />
  }
}
