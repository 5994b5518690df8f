import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'

/** One of the terms of a fare or a stay. */
export function Note({ icon = 'info', children }: { icon?: IconName; children: ReactNode }) {
  return (
    <p>
      <Icon name={icon} small />
      <span>{children}</span>
    </p>
  )
}
