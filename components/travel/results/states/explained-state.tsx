import type { ComponentType } from 'react'
import { refusalText } from '#lib/platform/model/refusal-text.ts'
import { type FieldSentences, problemsIn } from '#lib/travel/model/field-sentences.ts'
import type { Found } from '#lib/travel/model/results/found.ts'
import type { SearchView } from '#lib/travel/model/results/search-view.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'
import { InvalidSearch } from './invalid-search.tsx'
import { SourceTrouble } from './source-trouble.tsx'
import { InternalError, StatePanel } from './state-panel.tsx'
import { ThrottledNotice } from './throttled.tsx'

/** The states that explain an error of the server or of a source, or that there is no source. */
export type ExplainedView = Extract<SearchView, { kind: 'trouble' | 'invalid' | 'internal' | 'no-sources' }>

export interface ExplainedStateProps {
  view: ExplainedView
  /** The words for the fields of the search. */
  fields: Pick<FieldSentences<string>, 'all' | 'changes'>
  /** The list that stays: the error is a notice above it. Absent: the error takes the place of a list. */
  offers?: readonly Found[]
  onRetry: () => void
}

/** This state with the words for the fields of one kind of search. */
export type Explained = ComponentType<Omit<ExplainedStateProps, 'fields'>>

/** Shown after an answer without results, so its script can load then. */
export function ExplainedState({ view, fields, offers, onRetry }: ExplainedStateProps) {
  const { kind } = useReader()
  const t = useTexts('results')
  const refusals = useTexts('refusals')
  switch (view.kind) {
    case 'no-sources':
      // No skill that could answer is enabled, or none has the keys of its provider.
      return (
        <StatePanel icon="info" title={t(view.isUnset ? 'noProvider' : 'searchIsOff', { kind })}>
          <p>{t(view.isUnset ? 'noProviderText' : 'searchIsOffText', { kind })}</p>
        </StatePanel>
      )
    case 'invalid': {
      const sentences = fields.all(problemsIn(view.error))
      const message = refusalText(view.error, refusals)
      if (!offers) return <InvalidSearch sentences={sentences} message={message} />
      const said = sentences.length > 0 ? sentences : [message]
      // Without a button: the same search would be refused again.
      return (
        <Notice tone="warn" icon="info">
          {[...said, t('changeAbove')].join(' ')}
        </Notice>
      )
    }
    case 'trouble': {
      const { trouble, others } = view
      return offers && trouble.kind === 'throttled' ? (
        <ThrottledNotice {...trouble} old={offers.filter(({ isOld }) => isOld)} onRetry={onRetry} />
      ) : (
        <SourceTrouble trouble={trouble} others={others} fields={fields} onRetry={onRetry} />
      )
    }
    case 'internal': {
      const { error, requestId } = view
      // An error without a message of its own needs no explanation.
      const message = error?.message ? refusalText(error, refusals, { requestId }) : null
      if (!offers) return <InternalError requestId={requestId} message={message} onRetry={onRetry} />
      const again = (
        <Button size="sm" onClick={onRetry}>
          {t('askAgain')}
        </Button>
      )
      return (
        <Notice tone="warn" icon="info" action={again}>
          {message ?? t('noCompleteAnswer')}
        </Notice>
      )
    }
  }
}
