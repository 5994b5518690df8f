import { getTranslations } from 'next-intl/server'
import { ButtonLink } from '#components/ui/button.tsx'
import { SiteFrame } from './site-frame.tsx'
import { titled } from './titled.ts'

export const generateMetadata = titled('shell', 'notFoundTab')

export default async function NotFound() {
  const [t, tUi] = await Promise.all([getTranslations('shell'), getTranslations('ui')])
  return (
    <SiteFrame>
      <main id="main" className="prose" tabIndex={-1}>
        <h1 className="title">{t('notFoundTitle')}</h1>
        <p>{t('notFoundText')}</p>
        <p>
          <ButtonLink href="/">{tUi('searchFlights')}</ButtonLink>
        </p>
      </main>
    </SiteFrame>
  )
}
