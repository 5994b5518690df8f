import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { useRichTexts, useTexts } from '../../../ui/texts.tsx'

interface StatePanelProps {
  icon: IconName
  tone?: 'plain' | 'warn' | 'stop'
  title: string
  /** `alert` only if an action of the traveler failed. */
  role?: 'alert'
  children: ReactNode
  actions?: ReactNode
}

/** The panel shown in place of a list: what happened, what it means, what to do. */
export function StatePanel({ icon, tone = 'plain', title, role, children, actions }: StatePanelProps) {
  return (
    <div className={`state box is-${tone}`} role={role}>
      <Icon name={icon} />
      <div>
        <h2>{title}</h2>
        <div className="state-text">{children}</div>
        {actions && <div className="state-actions">{actions}</div>}
      </div>
    </div>
  )
}

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
