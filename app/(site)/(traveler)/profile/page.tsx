import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { AccountPage } from '#components/account/account-page.tsx'
import { ProfileForm } from '#components/travel/profile/profile-form.tsx'
import { TextsProvider } from '#components/ui/texts.tsx'
import { services } from '#lib/compose/server.ts'
import { readingOf, textsFor } from '#lib/platform/server/i18n/reading.ts'
import { travelProfileOf } from '../../../profile-of.ts'
import { namesOf } from '../names-of.ts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('profile'))('title') }
}

/** How the reader travels: what every search starts with. */
export default async function ProfilePage() {
  const [{ places }, { home }, { language }, texts, t] = await Promise.all([
    services(),
    travelProfileOf(),
    readingOf(),
    textsFor('profile', 'search'),
    getTranslations('profile'),
  ])
  return (
    <TextsProvider {...texts}>
      <AccountPage title={t('title')} wide>
        <p className="quiet">{t('intro')}</p>
        <ProfileForm names={namesOf(home === null ? [] : [home], places, language)} />
        <noscript>
          <p className="quiet">{t('needsScript')}</p>
        </noscript>
      </AccountPage>
    </TextsProvider>
  )
}
