import { refusalText } from '#lib/platform/model/refusal-text.ts'
import type { TextKey } from '#lib/platform/model/texts.ts'
import type { Trouble } from '#lib/travel/model/results/search-view.ts'
import type { ErrorCode } from '#runner/contract/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { SaveSearch } from '../save-search.tsx'
import { StatePanel } from './state-panel.tsx'

interface SourceUnavailableProps extends Omit<Extract<Trouble, { kind: 'unavailable' }>, 'kind'> {
  onRetry: () => void
}

/**
 * The source gave no usable answer. Rejected or missing credentials and a stopped skill need the operator, so the
 * traveler can only let the app look again later. A crash, an exceeded limit or an invalid output may not happen again.
 */
export function SourceUnavailable({ who, skill, error, onRetry }: SourceUnavailableProps) {
  const [t, refusals] = [useTexts('results'), useTexts('refusals')]
  const isForOperator = forOperator.has(error.code)
  return (
    <StatePanel
      icon="warn"
      tone="stop"
      title={t(titles[error.code] ?? 'noUsableAnswer', { who })}
      actions={
        isForOperator ? (
          <>
            <span>{t('lookAgain')}</span>
            <SaveSearch />
          </>
        ) : (
          <Button onClick={onRetry}>{t('askAgain')}</Button>
        )
      }
    >
      <p>{refusalText(error, refusals, { who, skill })}</p>
      <p>{t(isForOperator ? 'operatorMends' : 'mayWorkLater')}</p>
      <p className="mono">{error.code}</p>
    </StatePanel>
  )
}

const titles: Partial<Record<ErrorCode, TextKey<'results'>>> = {
  API_AUTH_FAILED: 'credentialsRejected',
  EGRESS_BLOCKED: 'sourceStopped',
  CAPABILITY_DENIED: 'sourceStopped',
}

const forOperator: ReadonlySet<ErrorCode> = new Set([
  'API_AUTH_FAILED',
  'NOT_CONFIGURED',
  'EGRESS_BLOCKED',
  'CAPABILITY_DENIED',
])
