import type { FieldSentences } from '#lib/travel/field-sentences.ts'
import type { SearchView } from '#lib/travel/results/search-view.ts'
import { InvalidSearch } from './invalid-search.tsx'
import { SourceTrouble } from './source-trouble.tsx'

/** The states that may name fields of the search. */
export type ExplainedView = Extract<SearchView, { kind: 'trouble' | 'invalid' }>

interface ExplainedStateProps {
  view: ExplainedView
  /** The words for the fields of the search. */
  fields: Pick<FieldSentences<string>, 'all' | 'changes'>
  onRetry: () => void
}

/** Shown after an answer without results, so its script can load then. */
export function ExplainedState({ view, fields, onRetry }: ExplainedStateProps) {
  return view.kind === 'invalid' ? (
    <InvalidSearch sentences={fields.all(view.error.details ?? {})} message={view.error.message} />
  ) : (
    <SourceTrouble trouble={view.trouble} others={view.others} fields={fields} onRetry={onRetry} />
  )
}
