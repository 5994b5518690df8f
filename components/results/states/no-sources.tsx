import { useReader } from '../reader.tsx'
import { StatePanel } from './state-panel.tsx'

export function NoSources() {
  const { kind } = useReader()
  return (
    <StatePanel icon="info" title="No source available">
      <p>No skill that searches {kind.many} is enabled. An operator can approve one.</p>
    </StatePanel>
  )
}
