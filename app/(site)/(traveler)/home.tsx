import { cookies } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { RecentSearches } from '#components/travel/search/recent-searches.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { moreIcons } from '#components/ui/more-icons.ts'
import { TextsProvider } from '#components/ui/texts.tsx'
import { services } from '#lib/compose/server.ts'
import { withReturnPath } from '#lib/platform/model/return-path.ts'
import { readingOf, textsFor } from '#lib/platform/server/i18n/reading.ts'
import { LAST_SEARCH_COOKIE } from '#lib/travel/model/flights/last-search-cookie.ts'
import { travelProfileOf } from '../../profile-of.ts'
import { signedInOnce } from '../../viewer.ts'
import { type HomeSearch, homeSearch } from './home-search.ts'

interface HomeProps {
  search: 'flights' | 'hotels'
  /** The form, filled with this browser's last search. */
  form: (last: HomeSearch) => ReactNode
}

/** The home page with the flight or the hotel form. */
export async function Home({ search, form }: HomeProps) {
  const [{ places, clock }, start, { language }, jar, signedIn, texts, t, tShell] = await Promise.all([
    services(),
    travelProfileOf(),
    readingOf(),
    cookies(),
    signedInOnce(),
    textsFor('home', 'search', search === 'flights' ? 'flightFields' : 'stayFields', 'travel', 'units'),
    getTranslations('home'),
    getTranslations('shell'),
  ])
  const last = homeSearch(jar.get(LAST_SEARCH_COOKIE)?.value ?? '', places, clock.now(), { ...start, language })
  return (
    <TextsProvider {...texts}>
      <main id="main" className="home" tabIndex={-1}>
        <div className="home-head row-wrap">
          <h1 className="title">{t('title')}</h1>
        </div>
        <div className="home-form">
          {form(last)}
          <noscript>
            <p className="home-trust row-wrap dim">{t('needsScript')}</p>
          </noscript>
        </div>
        <div className="home-low">
          <RecentSearches />
          {!signedIn && (
            <section className="home-guest" aria-labelledby="guest-title">
              <h2 className="heading" id="guest-title">
                {t('noAccountTitle')}
              </h2>
              <p>{t('noAccountText')}</p>
              <ButtonLink href={withReturnPath('/sign-in', search === 'hotels' ? '/hotels' : '/')}>
                {tShell('signIn')}
              </ButtonLink>
            </section>
          )}
        </div>
        <p className="home-trust row-wrap dim">
          <Icon name={moreIcons.shield} small />
          <span>{t('sandbox')}</span>
        </p>
      </main>
    </TextsProvider>
  )
}
