import type { Context } from '#lib/platform/server/auth/context.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { ChangeSearch, SaveSearch } from '../../model/saved-search.ts'
import type { SearchAnswer } from '../search/note-answer.ts'
import { changeSearch, removeSearch, restoreSearch, runNow } from './change-search.ts'
import { countUnread, listSearches, markSeen } from './list-searches.ts'
import { noteSeen } from './note-seen.ts'
import type { SavedSearchPorts } from './ports.ts'
import { runSearch } from './run-search.ts'
import { saveSearch } from './save-search.ts'

type Own = Pick<Principal, 'id'>

/** The searches that the app repeats for people. Each operation sees only those of its principal. */
export const createSavedSearches = (ports: SavedSearchPorts) => ({
  save: (wanted: SaveSearch, context: Context, signal: AbortSignal) => saveSearch(ports, wanted, context, signal),
  list: (principal: Own) => listSearches(ports, principal),
  change: (id: string, change: ChangeSearch, principal: Own) => changeSearch(ports, id, change, principal),
  runNow: (id: string, principal: Own) => runNow(ports, id, principal),
  remove: (id: string, principal: Own) => removeSearch(ports, id, principal),
  restore: (id: string, principal: Own) => restoreSearch(ports, id, principal),
  countUnread: (principal: Own) => countUnread(ports, principal),
  markSeen: (principal: Own, until?: Date) => markSeen(ports, principal, until),
  noteSeen: (principal: Own, answer: SearchAnswer) => noteSeen(ports, principal, answer),
  /** Runs a search if it is due. The search's job in the queue does the same. */
  run: (id: string, stopping?: AbortSignal) => runSearch(ports, id, stopping),
})

export type SavedSearches = ReturnType<typeof createSavedSearches>
