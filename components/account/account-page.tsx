import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'

/** The sheet that the account pages stand on. */
export function AccountPage({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="px-4 py-8 outline-none md:py-14">
      <div className={classes('mx-auto grid w-full gap-6', wide ? 'max-w-[42rem]' : 'max-w-[24rem]')}>
        <h1 className="title">{title}</h1>
        {children}
      </div>
    </main>
  )
}
