import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../ui/icon.tsx'

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
