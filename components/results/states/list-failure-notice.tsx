import type { ReactNode } from 'react'
import type { Found } from '#lib/travel/results/found.ts'
import type { ListFailure } from '#lib/travel/results/search-view.ts'
import type { TextKey } from '#lib/travel/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { bold } from '../../ui/spoken.tsx'
import { useRichTexts, useTexts } from '../../ui/texts.tsx'
import { ThrottledNotice } from './throttled-notice.tsx'

interface ListFailureNoticeProps {
  failure: ListFailure
  offers: readonly Found[]
  signIn: ReactNode
  onRetry: () => void
}

/** Above an old or incomplete list: why it could not be refreshed or completed, and what to do. */
export function ListFailureNotice({ failure, offers, signIn, onRetry }: ListFailureNoticeProps) {
  const t = useTexts('results')
  const rich = useRichTexts('results')
  if (failure.kind === 'trouble' && failure.trouble.kind === 'throttled') {
    const old = offers.filter(({ isOld }) => isOld)
    return <ThrottledNotice {...failure.trouble} old={old} onRetry={onRetry} />
  }
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
    </Notice>
  )
}

const texts = {
  offline: 'youAreOffline',
  'signed-out': 'youAreSignedOut',
  'no-sources': 'sourcesAreOff',
  invalid: 'endedEarly',
  trouble: 'endedEarly',
  internal: 'endedEarly',
} as const satisfies Record<ListFailure['kind'], TextKey<'results'>>
