import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'

/** The layout shared by all account pages. */
export function AccountPage({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="account">
      <div className={classes('account-sheet', wide && 'is-wide')}>
        <h1 className="title">{title}</h1>
        {children}
      </div>
    </main>
  )
}
