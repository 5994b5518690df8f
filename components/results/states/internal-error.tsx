import { Button } from '../../ui/button.tsx'
import { StatePanel } from './state-panel.tsx'

interface InternalErrorProps {
  /** The id under which the server logged it; null when the connection broke: whose side that was, nobody knows. */
  requestId: string | null
  message: string | null
  onRetry: () => void
}

export function InternalError({ requestId, message, onRetry }: InternalErrorProps) {
  return (
    <StatePanel
      icon="warn"
      tone="stop"
      role="alert"
      title={requestId === null && !message ? 'The connection broke' : 'The search failed on our side'}
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      <p>{message || 'The answer did not come, or not to its end.'}</p>
      {requestId && !message?.includes(requestId) && (
        <p>
          Request <span className="mono">{requestId}</span>
        </p>
      )}
    </StatePanel>
  )
}
