import { useTexts } from '../../ui/texts.tsx'
import { useReader } from '../reader.tsx'
import { StatePanel } from './state-panel.tsx'

/** No skill that could answer is enabled, or none has the keys of its provider. */
export function NoSources({ isUnset }: { isUnset: boolean | undefined }) {
  const { many: kind } = useReader().kind
  const t = useTexts('results')
  const name = isUnset ? 'noProvider' : 'searchIsOff'
  return (
    <StatePanel icon="info" title={t(name, { kind })}>
      <p>{t(`${name}Text`, { kind })}</p>
    </StatePanel>
  )
}
