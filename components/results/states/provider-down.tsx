import { Button } from '../../ui/button.tsx'
import { useReader } from '../reader.tsx'
import { StatePanel } from './state-panel.tsx'

export function ProviderDown({ who, onRetry }: { who: string; onRetry: () => void }) {
  const { kind } = useReader()
  return (
    <StatePanel
      icon="warn"
      tone="stop"
      title={`${who} cannot be reached`}
      actions={<Button onClick={onRetry}>Ask again</Button>}
    >
      <p>The provider is down, so we cannot tell whether there are {kind.many}. Nothing was booked or charged.</p>
    </StatePanel>
  )
}
