import { getTranslations } from 'next-intl/server'
import { attribution } from '#lib/travel/server/places/attribution.ts'
import { titled } from '../../titled.ts'

export const generateMetadata = titled('shell', 'dataSources')

export default async function CreditsPage() {
  const [t, tShell] = await Promise.all([getTranslations('credits'), getTranslations('shell')])
  return (
    <main id="main" className="prose" tabIndex={-1}>
      <h1 className="title">{tShell('dataSources')}</h1>
      <p>{t('prices')}</p>
      <h2 className="heading">{t('airports')}</h2>
      <p>{attribution}</p>
      <h2 className="heading">{t('ratesTitle')}</h2>
      <p>{t('rates')}</p>
      <h2 className="heading">{t('map')}</h2>
      <p>{t('coast')}</p>
      <h2 className="heading">{t('type')}</h2>
      <p>{t('fonts')}</p>
    </main>
  )
}
