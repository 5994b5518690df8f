import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { FollowingChart } from '#components/chart/following-chart.tsx'
import { RecentSearches } from '#components/search/recent-searches.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { services } from '#lib/server.ts'
import { withReturnPath } from '#lib/shared/return-path.ts'
import { ROUTE_COOKIE } from '#lib/travel/flights/route-cookie.ts'
import { signedInOnce } from '../viewer.ts'
import { drawRoute } from './draw-route.ts'
import { type HomeSearch, homeSearch } from './home-routes.ts'
import { readerLocale } from './reader-locale.ts'

interface HomeProps {
  search: 'flights' | 'hotels'
  /** The form, filled with this browser's last search. */
  form: (last: HomeSearch) => ReactNode
}

/** The home page with the flight or the hotel form. */
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
      </div>
      <div className="home-sheet">
        <FollowingChart
          initial={charts}
          draw={drawRoute}
          note={last.isExample && <p className="home-trust">The chart shows an example route.</p>}
        >
          {form(last)}
          <noscript>
            <p className="home-trust">The search needs JavaScript. Allow it for this site, then reload the page.</p>
          </noscript>
          <p className="home-trust">
            <Icon name="shield" small />
            <span>Every search runs in a sandbox that can reach only its provider.</span>
          </p>
        </FollowingChart>
      </div>
      <div className="home-low">
        <RecentSearches locale={locale} />
        {!signedIn && (
          <section className="home-guest" aria-labelledby="guest-title">
            <h2 className="heading" id="guest-title">
              No account needed
            </h2>
            <p>Search and compare right away. We delete searches without an account after 30 days.</p>
            <ButtonLink href={withReturnPath('/sign-in', search === 'hotels' ? '/hotels' : '/')}>Sign in</ButtonLink>
          </section>
        )}
      </div>
    </main>
  )
}
