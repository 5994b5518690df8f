import { cookies } from 'next/headers'
import { StripChart } from '#components/chart/strip-chart.tsx'
import { RecentSearches } from '#components/search/recent-searches.tsx'
import { SearchForm } from '#components/search/search-form.tsx'
import { GuestForm } from '#components/shell/guest-form.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { ROUTE_COOKIE } from '#lib/client/route-cookie.ts'
import { services } from '#lib/server.ts'
import { signedInOnce } from '../viewer.ts'
import { continueAsGuest } from './continue-as-guest.ts'
import { homeSearch } from './home-routes.ts'
import { readerLocale } from './reader-locale.ts'

export default async function HomePage() {
  const [{ places, stripCharts, clock }, jar, signedIn, locale] = await Promise.all([
    services(),
    cookies(),
    signedInOnce(),
    readerLocale(),
  ])
  const today = new Date(clock.now()).toISOString().slice(0, 10)
  const { routes, isExample, form, names } = homeSearch(jar.get(ROUTE_COOKIE)?.value, places, today)
  const charts = stripCharts.draw(routes)
  return (
    <main id="main" className="home" tabIndex={-1}>
      <h1 className="title">Compare flights by total price</h1>
      <div className="home-sheet">
        <StripChart {...charts} />
        <div className="home-form">
          <SearchForm shape="strip" initial={form} names={names} />
          <p className="home-trust">
            <Icon name="shield" small />
            <span>Every search runs in a sandbox that can reach only its provider.</span>
            {isExample && <span className="home-example">The chart shows an example route.</span>}
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
            <GuestForm action={continueAsGuest} next="/">
              Continue as guest
            </GuestForm>
          </section>
        )}
      </div>
    </main>
  )
}
