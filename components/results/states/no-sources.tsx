import { useTexts } from '../../ui/texts.tsx'
import { useReader } from '../reader.tsx'
import { StatePanel } from './state-panel.tsx'

/** No skill that could answer is enabled. */
export function NoSources() {
  const { many: kind } = useReader().kind
  const t = useTexts('results')
  return (
    <StatePanel icon="info" title={t('searchIsOff', { kind })}>
      <p>{t('searchIsOffText', { kind })}</p>
    </StatePanel>
  )
}
