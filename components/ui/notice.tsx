import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

type NoticeProps = {
  tone?: 'plain' | 'info' | 'ok' | 'warn' | 'stop' | 'sample'
  icon?: IconName
  /** `alert` only if an action of the user failed; `status` if it succeeded, or for news. */
  role?: 'alert' | 'status' | 'note'
  action?: ReactNode
  children: ReactNode
}

const iconOf = { plain: 'info', info: 'info', ok: 'check', warn: 'clock', stop: 'warn', sample: 'info' } as const

/** A short notice, always with an icon, so that colour is never the only signal. */
export function Notice({ tone = 'plain', icon, role, action, children }: NoticeProps) {
  return (
    <div className={classes('notice', tone !== 'plain' && `tone-${tone}`)} role={role}>
      <Icon name={icon ?? iconOf[tone]} />
      <div>{children}</div>
      {action && <div>{action}</div>}
    </div>
  )
}
