import { useReader } from '../reader.tsx'
import { StatePanel } from './state-panel.tsx'

/** No skill that could answer is enabled. */
export function NoSources() {
  const { kind } = useReader()
  return (
    <StatePanel icon="info" title={`The search for ${kind.many} is switched off for now`}>
      <p>Your search is fine. The operator of this app can switch a source of {kind.many} on again.</p>
    </StatePanel>
  )
}
