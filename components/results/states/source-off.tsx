import { Button } from '../../ui/button.tsx'
import { StatePanel } from './state-panel.tsx'

/** The operator switched the source off after the search had begun to ask it. */
export function SourceOff({ who, onRetry }: { who: string; onRetry: () => void }) {
  return (
    <StatePanel
      icon="info"
      title={`${who} is switched off for now`}
      actions={<Button onClick={onRetry}>Ask again</Button>}
    >
      <p>Your search is fine. The operator of this app can switch this source on again.</p>
    </StatePanel>
  )
}
