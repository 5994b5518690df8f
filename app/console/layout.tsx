import './console.css'
import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { ConsoleNav } from '#components/console/console-nav.tsx'
import { ConsoleQueries } from '#components/console/console-queries.tsx'
import { signedInOnce } from '../viewer.ts'

export const metadata: Metadata = { title: { default: 'Console', template: '%s – travel.aw console' } }

/**
 * The operators' pages. Other users get a 404; visitors without a session are redirected to the sign-in page, because
 * they may be operators. This does not protect the pages, which Next can render without their layout: they get their
 * data only from routes that check for an operator again.
 */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const signedIn = await signedInOnce()
  if (signedIn === null) redirect('/sign-in?next=/console')
  if (signedIn.principal.role !== 'operator') notFound()
  return (
    <div className="console" lang="en" dir="ltr">
      <ConsoleQueries>
        <ConsoleNav />
        {children}
      </ConsoleQueries>
    </div>
  )
}
