import { useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'
import { StatePanel } from './state-panel.tsx'

/** No skill that could answer is enabled, or none has the keys of its provider. */
export function NoSources({ isUnset }: { isUnset: boolean | undefined }) {
  const { kind } = useReader()
  const t = useTexts('results')
  return (
    <StatePanel icon="info" title={t(isUnset ? 'noProvider' : 'searchIsOff', { kind })}>
      <p>{t(isUnset ? 'noProviderText' : 'searchIsOffText', { kind })}</p>
    </StatePanel>
  )
}
