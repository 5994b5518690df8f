import { StatePanel } from './state-panel.tsx'

export function NoSources() {
  return (
    <StatePanel icon="info" title="No source can be asked">
      <p>No skill that searches flights is switched on here. An operator can approve one.</p>
    </StatePanel>
  )
}
