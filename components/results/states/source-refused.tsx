import type { ErrorBody } from '#runner/contract/errors.ts'
import { Button } from '../../ui/button.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { StatePanel } from './state-panel.tsx'

interface SourceRefusedProps {
  who: string
  error: ErrorBody
  onRetry: () => void
}

/**
 * The provider understood the search and rejected it.
 *
 * @param labels the fields that it rejects, if it says so
 */
export function SearchRefused({ who, labels }: { who: string; labels: readonly string[] }) {
  const t = useTexts('results')
  return (
    <StatePanel icon="warn" tone="warn" title={t('searchRefused', { who })}>
      <p>
        {labels.length > 0
          ? t('cannotSearchWith', { who, fields: labels.reduce((fields, field) => t('andThis', { fields, field })) })
          : t('changeAndSearch')}
      </p>
    </StatePanel>
  )
}

/** The source is unavailable and a retry is unlikely to help: disabled, without credentials, or stopped. */
export function SourceUnavailable({ who, error, onRetry }: SourceRefusedProps) {
  const t = useTexts('results')
  return (
    <StatePanel
      icon="warn"
      tone="stop"
      title={t('noUsableAnswer', { who })}
      actions={<Button onClick={onRetry}>{t('askAgain')}</Button>}
    >
      <p>{error.message}</p>
      <p className="mono">{error.code}</p>
    </StatePanel>
  )
}
