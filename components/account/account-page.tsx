import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'

interface AccountPageProps {
  title: string
  wide?: boolean
  /** Whether the content is in English also for readers of another language. */
  isEnglish?: boolean
  children: ReactNode
}

/** The layout shared by all account pages. */
export function AccountPage({ title, wide = false, isEnglish = false, children }: AccountPageProps) {
  return (
    <main id="main" tabIndex={-1} className="account" {...(isEnglish && { lang: 'en', dir: 'ltr' })}>
      <div className={classes('account-sheet', wide && 'is-wide')}>
        <h1 className="title">{title}</h1>
        {children}
      </div>
    </main>
  )
}
