import { getTranslations } from 'next-intl/server'

/** Shown while the saved trips load. */
export default async function TripsLoading() {
  const t = await getTranslations('trips')
  return (
    <main id="main" tabIndex={-1} className="trips" aria-busy="true">
      <h1 className="title">{t('title')}</h1>
      <p role="status">{t('reading')}</p>
    </main>
  )
}
