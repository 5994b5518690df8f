import { Button } from '../../ui/button.tsx'
import { StatePanel } from './state-panel.tsx'

export function TimedOut({ who, limitMs, onRetry }: { who: string; limitMs: number; onRetry: () => void }) {
  return (
    <StatePanel
      icon="clock"
      tone="warn"
      title={`${who} did not answer within ${Math.round(limitMs / 1000)} s`}
      actions={<Button onClick={onRetry}>Ask again</Button>}
    >
      <p>We stopped the search at its time limit. A second try is often faster.</p>
    </StatePanel>
  )
}
