import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import type { AlertRule } from './saved-search.ts'
import type { SeenPrice } from './trip-view.ts'
import type { TravelProfile } from './usual-profile.ts'

/** The lowest total price of a day (UTC), such as 2027-02-13. Days without a price are absent. */
export type DayLow = { day: string; amount: number }

/**
 * The state of a search that is not paused. `waiting`: it has not run yet. `failing`: every run since `sinceMs` failed.
 * `refused`: no source may be searched while the person is absent, so its prices are from the person's own searches.
 * `no_sources`: there is none at all.
 */
export type ActiveState =
  | {
      kind: 'waiting' | 'working' | 'no_offers' | 'without_children' | 'bags_unknown' | 'other_currency'
      nextRunAtMs: number
    }
  | { kind: 'failing'; sinceMs: number; failures: number; errorCode: string; nextRunAtMs: number }
  | { kind: 'refused' | 'no_sources' }
  | { kind: 'past' }

/** The state of a saved search. `resumed`: its state once the person resumes it. */
export type SavedSearchState = ActiveState | { kind: 'paused'; sinceMs: number; resumed: ActiveState }

/** `mail`: set if the alert's e-mail was not delivered (`failed`) or may not have arrived (`unknown`). */
type PriceAlertView = SeenPrice & { id: string; isUnread: boolean; mail?: 'failed' | 'unknown' }

/** A saved search as the Trips page shows it. All amounts are in `currency` and have the same data label. */
export type SavedSearchView = {
  id: string
  /** The query string of the search, for the link to its results. */
  query: string
  savedAtMs: number
  currency: string
  rule: AlertRule
  /** The bags of each traveler that all amounts include. Absent: none are counted. */
  bags?: Pick<TravelProfile, 'cabin_bags' | 'checked_bags'>
  /** Absent if there is no price yet. */
  data?: DataLabel
  saved?: number
  latest?: SeenPrice
  /** The latest days with a price, the oldest first. */
  days: readonly DayLow[]
  state: SavedSearchState
  /** Providers without a price here, because they answer only searches that a person makes. Absent: none. */
  leftOut?: readonly string[]
  /** The time of the last run. Absent if there was none. */
  lastRunAtMs?: number
  /** The alerts, latest first. */
  alerts: readonly PriceAlertView[]
} & ({ kind: 'flights'; search: FlightSearch } | { kind: 'hotels'; search: HotelSearch })
