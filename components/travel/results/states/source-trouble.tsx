import type { ReactNode } from 'react'
import { isNotDone, refusalText } from '#lib/platform/model/refusal-text.ts'
import type { TextKey } from '#lib/platform/model/texts.ts'
import type { FieldSentences } from '#lib/travel/model/field-sentences.ts'
import type { Trouble } from '#lib/travel/model/results/search-view.ts'
import type { ErrorCode } from '#runner/contract/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'
import { SaveSearch } from '../save-search.tsx'
import { StatePanel } from './state-panel.tsx'
import { Throttled } from './throttled.tsx'
import { troubleFact } from './trouble-sentence.ts'

interface SourceTroubleProps {
  trouble: Trouble
  /** The other sources, which did not answer either. */
  others: readonly Trouble[]
  /** The words for the fields that a source rejects. */
  fields: Pick<FieldSentences<string>, 'changes'>
  onRetry: () => void
}

/** Why the sources did not answer: the first one in a panel, the others below it. */
export function SourceTrouble({ others, ...first }: SourceTroubleProps) {
  const { kind } = useReader()
  const [t, refusals] = [useTexts('results'), useTexts('refusals')]
  return (
    <>
      <FirstTrouble {...first} />
      {others.length > 0 && (
        <Notice tone="warn" icon="info">
          {others.map((trouble) => troubleFact(trouble, kind, t, refusals)).join(' ')}
        </Notice>
      )}
    </>
  )
}

function FirstTrouble({ trouble, fields, onRetry }: Omit<SourceTroubleProps, 'others'>) {
  const { kind } = useReader()
  const t = useTexts('results')
  const again = <Button onClick={onRetry}>{t('askAgain')}</Button>
  switch (trouble.kind) {
    case 'throttled':
      return <Throttled {...trouble} onRetry={onRetry} />
    case 'down':
      return (
        <StatePanel icon="warn" tone="stop" title={t('providerDown', trouble)} actions={again}>
          <p>{t('providerDownText', { kind })}</p>
        </StatePanel>
      )
    case 'timeout': {
      const seconds = Math.round(trouble.limitMs / 1000)
      return (
        <StatePanel icon="clock" tone="warn" title={t('timedOut', { who: trouble.who, seconds })} actions={again}>
          <p>{t('timedOutText')}</p>
        </StatePanel>
      )
    }
    case 'refused-search': {
      const changes = fields.changes(trouble.error.details ?? {})
      return (
        <StatePanel icon="warn" tone="warn" title={t('searchRefused', { who: trouble.who })}>
          {changes.length === 0 && <p>{t('changeAndSearch')}</p>}
          {changes.map((change) => (
            <p key={change}>{change}</p>
          ))}
        </StatePanel>
      )
    }
    case 'off':
      return (
        <StatePanel icon="info" title={t('sourceOff', { who: trouble.who })} actions={again}>
          <p>{t('sourceOffText')}</p>
        </StatePanel>
      )
    case 'unavailable':
      return <SourceUnavailable trouble={trouble} again={again} />
  }
}

interface SourceUnavailableProps {
  trouble: Extract<Trouble, { kind: 'unavailable' }>
  again: ReactNode
}

/**
 * The source gave no usable answer. Rejected or missing credentials and a stopped skill need the operator, so the
 * traveler can only let the app look again later. A crash, an exceeded limit or an invalid output may not happen again.
 */
function SourceUnavailable({ trouble: { who, skill, error }, again }: SourceUnavailableProps) {
  const { kind } = useReader()
  const [t, refusals] = [useTexts('results'), useTexts('refusals')]
  const isForOperator = forOperator.has(error.code)
  const later = (
    <>
      <span>{t('lookAgain')}</span>
      <SaveSearch />
    </>
  )
  return (
    <StatePanel
      icon="warn"
      tone="stop"
      title={t(titles[error.code] ?? 'noUsableAnswer', { who })}
      actions={isForOperator ? later : again}
    >
      <p>{isNotDone(error) ? t('notLoaded', { kind }) : refusalText(error, refusals, { who, skill })}</p>
      <p>{t(isForOperator ? 'operatorMends' : 'mayWorkLater')}</p>
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
