import type { ReactNode } from 'react'
import type { TextKey } from '#lib/platform/model/texts.ts'
import type { Found } from '#lib/travel/model/results/found.ts'
import type { ListFailure } from '#lib/travel/model/results/search-view.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { bold } from '../../../ui/spoken.tsx'
import { useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { useClockAge } from '../age.tsx'
import type { ExplainedView } from './explained-state.tsx'

export interface ListFailureNoticeProps {
  failure: ListFailure
  /** The list that stays. */
  offers: readonly Found[]
  /** Renders the failures that explain an error. */
  explained: (view: ExplainedView) => ReactNode
  signIn: ReactNode
  onRetry: () => void
}

/** Above an old or incomplete list: why it could not be refreshed or completed, and what to do. */
export function ListFailureNotice({ failure, offers, explained, signIn, onRetry }: ListFailureNoticeProps) {
  const t = useTexts('results')
  const rich = useRichTexts('results')
  const age = useClockAge()
  const oldMs = offers.filter(({ isOld }) => isOld).map(({ fetchedAtMs }) => fetchedAtMs)
  if (failure.kind === 'trouble' || failure.kind === 'invalid') return explained(failure)
  if (failure.kind === 'internal' && failure.error) return explained(failure)
  const action =
    failure.kind === 'signed-out' ? (
      signIn
    ) : (
      <Button size="sm" onClick={onRetry}>
        {t('askAgain')}
      </Button>
    )
  return (
    <Notice tone="warn" icon={failure.kind === 'offline' ? 'offline' : 'info'} action={action}>
      {rich(texts[failure.kind], { b: bold })}
      {oldMs.length > 0 && ` ${t('pricesFrom', { age: age(Math.min(...oldMs)) })}.`}
      {(failure.kind === 'internal' || failure.kind === 'no-sources') && ` ${t('askAgainNow')}`}
    </Notice>
  )
}

const texts = {
  offline: 'youAreOffline',
  'signed-out': 'youAreSignedOut',
  'no-sources': 'sourcesAreOff',
  internal: 'endedEarly',
} as const satisfies Record<Exclude<ListFailure['kind'], 'trouble' | 'invalid'>, TextKey<'results'>>
