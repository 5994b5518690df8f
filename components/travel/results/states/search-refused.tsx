import { useTexts } from '../../../ui/texts.tsx'
import { StatePanel } from './state-panel.tsx'

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
