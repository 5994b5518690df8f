import { refusalText } from '#lib/shared/refusal-text.ts'
import type { FieldSentences } from '#lib/travel/field-sentences.ts'
import type { SearchView } from '#lib/travel/results/search-view.ts'
import { useTexts } from '../../ui/texts.tsx'
import { InternalError } from './internal-error.tsx'
import { InvalidSearch } from './invalid-search.tsx'
import { SourceTrouble } from './source-trouble.tsx'

/** The states that explain an error of the server or of a source. */
export type ExplainedView = Extract<SearchView, { kind: 'trouble' | 'invalid' | 'internal' }>

interface ExplainedStateProps {
  view: ExplainedView
  /** The words for the fields of the search. */
  fields: Pick<FieldSentences<string>, 'all' | 'changes'>
  onRetry: () => void
}

/** Shown after an answer without results, so its script can load then. */
export function ExplainedState({ view, fields, onRetry }: ExplainedStateProps) {
  const refusals = useTexts('refusals')
  switch (view.kind) {
    case 'invalid':
      return (
        <InvalidSearch sentences={fields.all(view.error.details ?? {})} message={refusalText(view.error, refusals)} />
      )
    case 'trouble':
      return <SourceTrouble trouble={view.trouble} others={view.others} fields={fields} onRetry={onRetry} />
    case 'internal': {
      const { error, requestId } = view
      // An error without a message of its own needs no explanation.
      const message = error?.message ? refusalText(error, refusals, { requestId }) : null
      return <InternalError requestId={requestId} message={message} onRetry={onRetry} />
    }
  }
}
