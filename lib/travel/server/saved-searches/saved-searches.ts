import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { ChangeSearch, SaveSearch } from '../../model/saved-search.ts'
import type { SavedSearchView } from '../../model/saved-search-view.ts'
import type { SearchAnswer } from '../../model/search-answer.ts'
import { changeSearch, removeSearch, restoreSearch, runNow } from './change-search.ts'
import { countUnread, listSearches, markSeen } from './list-searches.ts'
import { noteSeen } from './note-seen.ts'
import type { SavedSearchPorts } from './ports.ts'
import { runSearch } from './run-search.ts'
import { saveSearch } from './save-search.ts'

type Own = Pick<Principal, 'id'>
type Changed = Promise<Outcome<{ id: string }>>

/** The searches that the app repeats for people. Each operation sees only those of its principal. */
export type SavedSearches = {
  save(wanted: SaveSearch, principal: Principal, signal: AbortSignal): Promise<Outcome<{ id: string; is_new: boolean }>>
  list(principal: Own): Promise<SavedSearchView[]>
  change(id: string, change: ChangeSearch, principal: Own): Changed
  runNow(id: string, principal: Own): Changed
  remove(id: string, principal: Own): Changed
  restore(id: string, principal: Own): Changed
  countUnread(principal: Own): Promise<number>
  /** Marks the alerts until a time as seen; without a time, all of them. Returns how many were unread. */
  markSeen(principal: Own, until?: Date): Promise<number>
  /** Adds the price of a search that the person runs to the history of the same saved search. Never rejects. */
  noteSeen(principal: Own, answer: SearchAnswer): Promise<void>
  /** Runs a search if it is due. The search's job in the queue does the same. */
  run(id: string, stopping?: AbortSignal): Promise<void>
}

export const createSavedSearches = (ports: SavedSearchPorts): SavedSearches => ({
  save: (wanted, principal, signal) => saveSearch(ports, wanted, principal, signal),
  list: (principal) => listSearches(ports, principal),
  change: (id, change, principal) => changeSearch(ports, id, change, principal),
  runNow: (id, principal) => runNow(ports, id, principal),
  remove: (id, principal) => removeSearch(ports, id, principal),
  restore: (id, principal) => restoreSearch(ports, id, principal),
  countUnread: (principal) => countUnread(ports, principal),
  markSeen: (principal, until) => markSeen(ports, principal, until),
  noteSeen: (principal, answer) => noteSeen(ports, principal, answer),
  run: (id, stopping) => runSearch(ports, id, stopping),
})
