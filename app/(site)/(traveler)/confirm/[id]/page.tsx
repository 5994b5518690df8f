import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ConfirmPage } from '#components/account/confirm/confirm-page.tsx'
import { TextsProvider } from '#components/ui/texts.tsx'
import { confirmationParams } from '#lib/agents/model/confirmation-view.ts'
import { getSignedIn, services } from '#lib/compose/server.ts'
import { readingOf, textsFor } from '#lib/platform/server/i18n/reading.ts'
import { titled } from '../../../../titled.ts'

export const generateMetadata = titled('confirm', 'title', { referrer: 'no-referrer' })

type Props = { params: Promise<{ id: string }> }

/**
 * One confirmation, including an answered or expired one. Another person's confirmation gives the same 404 as an
 * unknown id.
 */
export default async function OneConfirmationPage({ params }: Props) {
  const parsed = confirmationParams.safeParse(await params)
  if (!parsed.success) notFound()
  const { id } = parsed.data
  const signedIn = await getSignedIn()
  if (signedIn === null) redirect(`/sign-in?next=/confirm/${id}`)
  const [{ confirmationDesk, clock }, { locale }, t] = await Promise.all([
    services(),
    readingOf(),
    getTranslations('confirm'),
  ])
  const view = await confirmationDesk.read(id, signedIn.principal, { locale, t })
  if (view === undefined) notFound()
  return (
    <TextsProvider {...(await textsFor('confirm', 'refusals'))}>
      <ConfirmPage views={[view]} nowMs={clock.now()} />
    </TextsProvider>
  )
}
