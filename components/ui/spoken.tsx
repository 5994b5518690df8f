import type { ReactNode } from 'react'

/** A part of a message for screen readers only. */
export const spoken = (children: ReactNode) => <span className="sr-only">{children}</span>

/** A part of a message in bold. */
export const bold = (children: ReactNode) => <b>{children}</b>
