import { Button } from '../../ui/button.tsx'
import { StatePanel } from './state-panel.tsx'

interface InternalErrorProps {
  /** The id of the server's log entry; null after a lost connection, which has no entry. */
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
      title={requestId === null && !message ? 'Connection lost' : 'The search failed on our side'}
      actions={<Button onClick={onRetry}>Try again</Button>}
    >
      <p>{message || 'No complete answer arrived.'}</p>
      {requestId && !message?.includes(requestId) && (
        <p>
          Request <span className="mono">{requestId}</span>
        </p>
      )}
    </StatePanel>
  )
}
