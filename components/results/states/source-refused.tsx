import { refusalText } from '#lib/shared/refusal-text.ts'
import type { Trouble } from '#lib/travel/results/search-view.ts'
import { Button } from '../../ui/button.tsx'
import { useTexts } from '../../ui/texts.tsx'
import { StatePanel } from './state-panel.tsx'

interface SourceUnavailableProps extends Omit<Extract<Trouble, { kind: 'unavailable' }>, 'kind'> {
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
export function SourceUnavailable({ who, skill, error, onRetry }: SourceUnavailableProps) {
  const [t, refusals] = [useTexts('results'), useTexts('refusals')]
  return (
    <StatePanel
      icon="warn"
      tone="stop"
      title={t('noUsableAnswer', { who })}
      actions={<Button onClick={onRetry}>{t('askAgain')}</Button>}
    >
      <p>{refusalText(error, refusals, { who, skill })}</p>
      <p className="mono">{error.code}</p>
    </StatePanel>
  )
}
