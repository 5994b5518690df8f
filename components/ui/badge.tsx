import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'

type BadgeProps = {
  tone?: 'plain' | 'sample' | 'ok' | 'info' | 'warn' | 'stop'
  icon?: IconName
  children: ReactNode
}

export function Badge({ tone = 'plain', icon, children }: BadgeProps) {
  return (
    <span className={classes('badge', tone !== 'plain' && `tone-${tone}`)}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}
