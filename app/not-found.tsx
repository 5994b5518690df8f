import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '#components/ui/button.tsx'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('shell')
  return { title: t('notFoundTab') }
}

export default async function NotFound() {
  const [t, tUi] = await Promise.all([getTranslations('shell'), getTranslations('ui')])
  return (
    <main id="main" className="prose" tabIndex={-1}>
      <h1 className="title">{t('notFoundTitle')}</h1>
      <p>{t('notFoundText')}</p>
      <p>
        <ButtonLink href="/">{tUi('searchFlights')}</ButtonLink>
      </p>
    </main>
  )
}
