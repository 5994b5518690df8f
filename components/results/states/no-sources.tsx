import { useReader } from '../reader.tsx'
import { StatePanel } from './state-panel.tsx'

export function NoSources() {
  const { kind } = useReader()
  return (
    <StatePanel icon="info" title="No source can be asked">
      <p>No skill that searches {kind.many} is switched on here. An operator can approve one.</p>
    </StatePanel>
  )
}
