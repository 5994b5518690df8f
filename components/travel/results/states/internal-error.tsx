import { Button } from '../../../ui/button.tsx'
import { useRichTexts, useTexts } from '../../../ui/texts.tsx'
import { StatePanel } from './state-panel.tsx'

interface InternalErrorProps {
  /** No complete answer arrived. Absent: the app failed. */
  isConnectionLost?: boolean
  /** The id of the server's log entry; null without one. */
  requestId: string | null
  message: string | null
  onRetry: () => void
}

export function InternalError({ isConnectionLost, requestId, message, onRetry }: InternalErrorProps) {
  const t = useTexts('results')
  const rich = useRichTexts('results')
  return (
    <StatePanel
      icon="warn"
      tone="stop"
      role="alert"
      title={t(isConnectionLost ? 'connectionLostTitle' : 'searchFailedTitle')}
      actions={<Button onClick={onRetry}>{t('tryAgain')}</Button>}
    >
      <p>{message || t('noCompleteAnswer')}</p>
      {requestId && !message?.includes(requestId) && (
        <p>{rich('request', { request: requestId, id: (children) => <span className="mono">{children}</span> })}</p>
      )}
    </StatePanel>
  )
}
