import { getTranslations } from 'next-intl/server'
import { KeptPageList } from '#components/travel/offline/kept-page-list.tsx'
import { TextsProvider } from '#components/ui/texts.tsx'
import { textsFor } from '#lib/platform/server/i18n/reading.ts'
import { titled } from '../../titled.ts'

export const generateMetadata = titled('offline', 'title')

/** Lists the pages that this browser has stored. Without a connection, the service worker responds with this page. */
export default async function OfflinePage() {
  const [texts, t] = await Promise.all([textsFor('offline'), getTranslations('offline')])
  return (
    <TextsProvider {...texts}>
      <main id="main" className="kept" tabIndex={-1}>
        <h1 className="title">{t('heading')}</h1>
        <p className="quiet">{t('about')}</p>
        <KeptPageList />
      </main>
    </TextsProvider>
  )
}
