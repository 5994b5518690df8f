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
 * @param changes a sentence for each field that the provider rejects, asking to change it; empty if it names no field
 */
export function SearchRefused({ who, changes }: { who: string; changes: readonly string[] }) {
  const t = useTexts('results')
  return (
    <StatePanel icon="warn" tone="warn" title={t('searchRefused', { who })}>
      {changes.length === 0 && <p>{t('changeAndSearch')}</p>}
      {changes.map((change) => (
        <p key={change}>{change}</p>
      ))}
    </StatePanel>
  )
}

/**
 * The source gave no usable answer, for a reason that a retry is unlikely to change, such as missing credentials, a
 * crash, an exceeded limit or an invalid output.
 */
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
