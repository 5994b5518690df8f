import './console.css'
import type { Metadata } from 'next'
import { notFound, redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { ConsoleNav } from '#components/console/console-nav.tsx'
import { ConsoleQueries } from '#components/console/console-queries.tsx'
import { signedInOnce } from '../viewer.ts'

export const metadata: Metadata = { title: { default: 'Console', template: '%s – travel.aw console' } }

/**
 * The operators' pages. Others find nothing here; who is not signed in may be an operator. The pages hold no data
 * themselves: they get it from routes that check the operator again.
 */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const signedIn = await signedInOnce()
  if (signedIn === null) redirect('/sign-in?next=/console')
  if (signedIn.principal.role !== 'operator') notFound()
  return (
    <div className="console" lang="en" dir="ltr">
      <ConsoleNav />
      <ConsoleQueries>{children}</ConsoleQueries>
    </div>
  )
}
