import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ConfirmPage } from '#components/account/confirm/confirm-page.tsx'
import { TextsProvider } from '#components/ui/texts.tsx'
import { getSignedIn, services } from '#lib/compose/server.ts'
import { readingOf, textsFor } from '#lib/platform/server/i18n/reading.ts'
import { titled } from '../../../titled.ts'

export const generateMetadata = titled('confirm', 'title')

/** All confirmations that wait for this person. */
export default async function WaitingPage() {
  const signedIn = await getSignedIn()
  if (signedIn === null) redirect('/sign-in?next=/confirm')
  const [{ confirmationDesk, clock }, { locale }, t] = await Promise.all([
    services(),
    readingOf(),
    getTranslations('confirm'),
  ])
  const views = await confirmationDesk.waiting(signedIn.principal, { locale, t })
  return (
    <TextsProvider {...(await textsFor('confirm', 'refusals'))}>
      <ConfirmPage views={views} nowMs={clock.now()} />
    </TextsProvider>
  )
}
