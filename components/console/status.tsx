import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { Icon, type IconName } from '../ui/icon.tsx'

interface StatusProps {
  icon: IconName
  tone: 'plain' | 'quiet' | 'ok' | 'info' | 'warn' | 'stop'
  className?: string
  children: ReactNode
}

/** A state in a few words, with an icon, so that colour is never the only signal. */
export const Status = ({ icon, tone, className, children }: StatusProps) => (
  <span className={classes('console-status', tone !== 'plain' && `console-status-${tone}`, className)}>
    <Icon name={icon} small />
    {children}
  </span>
)
