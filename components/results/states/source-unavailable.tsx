import { refusalText } from '#lib/shared/refusal-text.ts'
import type { Trouble } from '#lib/travel/results/search-view.ts'
import type { ErrorCode } from '#runner/contract/errors.ts'
import { Button } from '../../ui/button.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { SaveSearch } from '../save-search.tsx'
import { StatePanel } from './state-panel.tsx'

interface SourceUnavailableProps extends Omit<Extract<Trouble, { kind: 'unavailable' }>, 'kind'> {
  onRetry: () => void
}

/**
 * The source gave no usable answer. Rejected credentials and a stopped skill need the operator, so the traveler can only
 * let the app look again later. A crash, an exceeded limit or an invalid output may not happen again.
 */
export function SourceUnavailable({ who, skill, error, onRetry }: SourceUnavailableProps) {
  const [t, refusals] = [useTexts('results'), useTexts('refusals')]
  const reason = reasonOf(error.code)
  return (
    <StatePanel
      icon="warn"
      tone="stop"
      title={t(titles[reason], { who })}
      actions={
        reason === 'broken' ? (
          <Button onClick={onRetry}>{t('askAgain')}</Button>
        ) : (
          <>
            <span>{t('lookAgain')}</span>
            <SaveSearch />
          </>
        )
      }
    >
      <p>{refusalText(error, refusals, { who, skill })}</p>
      <p>{t(reason === 'broken' ? 'mayWorkLater' : 'operatorMends')}</p>
      <p className="mono">{error.code}</p>
    </StatePanel>
  )
}

const titles = {
  rejected: 'credentialsRejected',
  blocked: 'sourceStopped',
  broken: 'noUsableAnswer',
} as const

function reasonOf(code: ErrorCode): keyof typeof titles {
  switch (code) {
    case 'API_AUTH_FAILED':
    case 'NOT_CONFIGURED':
      return 'rejected'
    case 'EGRESS_BLOCKED':
    case 'CAPABILITY_DENIED':
      return 'blocked'
    default:
      return 'broken'
  }
}
