import type { Theme } from '#lib/shared/theme.ts'
import { Icon } from '../ui/icon.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { NavLink } from './nav-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** The user as shown in the header; `null` without a session. */
export type Viewer = { label: string } | null

export function SiteHeader({ viewer, theme }: { viewer: Viewer; theme: Theme }) {
  return (
    <header className="top no-print">
      <PageLink className="brand" href="/" aria-label="travel.aw home">
        travel
        <svg viewBox="0 0 10 9" aria-hidden="true">
          <path d="M5 0 10 9H0z" />
        </svg>
        aw
      </PageLink>
      <nav aria-label="Product">
        <NavLink href="/" section="/search/flights" icon="plane">
          Flights
        </NavLink>
        <NavLink href="/hotels" section="/search/hotels" icon="bed">
          Hotels
        </NavLink>
        <NavLink href="/trips" section="/trips" icon="bag">
          Trips
        </NavLink>
      </nav>
      <div className="top-end">
        <ThemeSwitch initial={theme} />
        <PageLink className="top-button" href={viewer ? '/account' : '/sign-in'}>
          <Icon name="person" />
          <span className="top-label">{viewer ? viewer.label : 'Sign in'}</span>
        </PageLink>
      </div>
    </header>
  )
}
