import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { ConfirmPage } from '#components/confirm/confirm-page.tsx'
import { getSignedIn, services } from '#lib/server.ts'

export const metadata: Metadata = { title: 'Needs your yes' }

/** Every question that waits for this person. */
export default async function WaitingPage() {
  const signedIn = await getSignedIn()
  if (signedIn === null) redirect('/sign-in?next=/confirm')
  const { confirmationDesk } = await services()
  return <ConfirmPage title="Needs your yes" views={await confirmationDesk.waiting(signedIn.principal)} />
}
