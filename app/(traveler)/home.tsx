import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { StripChart } from '#components/chart/strip-chart.tsx'
import { RecentSearches } from '#components/search/recent-searches.tsx'
import { GuestForm } from '#components/shell/guest-form.tsx'
import { HomeSwitch } from '#components/shell/home-switch.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { services } from '#lib/server.ts'
import { ROUTE_COOKIE } from '#lib/travel/flights/route-cookie.ts'
import { signedInOnce } from '../viewer.ts'
import { continueAsGuest } from './continue-as-guest.ts'
import { type HomeSearch, homeSearch } from './home-routes.ts'
import { readerLocale } from './reader-locale.ts'

interface HomeProps {
  search: 'flights' | 'hotels'
  /** The form, filled with what this browser searched last. */
  form: (last: HomeSearch) => ReactNode
}

/** The home page around one of its forms. */
export async function Home({ search, form }: HomeProps) {
  const [{ places, stripCharts, clock }, jar, signedIn, locale] = await Promise.all([
    services(),
    cookies(),
    signedInOnce(),
    readerLocale(),
  ])
  const today = new Date(clock.now()).toISOString().slice(0, 10)
  const last = homeSearch(jar.get(ROUTE_COOKIE)?.value, places, today)
  const charts = stripCharts.draw(last.routes)
  return (
    <main id="main" className="home" tabIndex={-1}>
      <div className="home-head">
        <h1 className="title">Compare flights and hotels by total price</h1>
        <HomeSwitch current={search} />
      </div>
      <div className="home-sheet">
        <StripChart {...charts} />
        <div className="home-form">
          {form(last)}
          <p className="home-trust">
            <Icon name="shield" small />
            <span>Every search runs in a sandbox that can reach only its provider.</span>
            {last.isExample && <span className="home-example">The chart shows an example route.</span>}
          </p>
        </div>
      </div>
      <div className="home-low">
        <RecentSearches locale={locale} />
        {!signedIn && (
          <section className="home-guest" aria-labelledby="guest-title">
            <h2 className="heading" id="guest-title">
              No account needed
            </h2>
            <p>Search and compare as a guest. A guest and their searches are deleted after 30 days.</p>
            <GuestForm action={continueAsGuest} next={search === 'hotels' ? '/hotels' : '/'}>
              Continue as guest
            </GuestForm>
          </section>
        )}
      </div>
    </main>
  )
}
