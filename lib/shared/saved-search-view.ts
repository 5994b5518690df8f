import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import type { DataLabel } from '#runner/contract/skill-io.ts'
import type { AlertRule } from './saved-search.ts'
import type { SeenPrice } from './trip-view.ts'

/** The lowest total of a day (UTC), like 2027-02-13. Days without a price are absent. */
export type DayLow = { day: string; amount: number }

/**
 * What the app does with a search. `waiting`: it was never asked. `failing`: its sources failed each time since then.
 * `refused`: no source may be asked without a person.
 */
export type AskState =
  | { kind: 'waiting' | 'working' | 'no_offers' | 'other_currency' | 'refused'; nextAskAtMs: number }
  | { kind: 'failing'; sinceMs: number; failures: number; errorCode: string; nextAskAtMs: number }
  | { kind: 'paused'; sinceMs: number }
  | { kind: 'past' }

/** `mail`: what became of its e-mail, if that is a problem. `unknown`: it may have arrived. */
export type PriceAlertView = SeenPrice & { id: string; isUnread: boolean; mail?: 'failed' | 'unknown' }

/** A saved search as the Trips page shows it. All amounts are in `currency`, and of one kind of data. */
export type SavedSearchView = {
  id: string
  /** The query of the search, for the link back. */
  query: string
  currency: string
  rule: AlertRule
  /** Absent: no price yet. */
  data?: DataLabel
  saved?: number
  latest?: SeenPrice
  /** The last days with a price, the oldest first. */
  days: readonly DayLow[]
  state: AskState
  /** Absent: never. */
  askedAtMs?: number
  /** The latest first. */
  alerts: readonly PriceAlertView[]
} & ({ kind: 'flights'; search: FlightSearch } | { kind: 'hotels'; search: HotelSearch })
