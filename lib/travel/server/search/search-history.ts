import { LRUCache } from 'lru-cache'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { isId } from '#runner/contract/ids.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { Clock, Log } from '#runner/core/ports.ts'
import type { SearchNote } from '../../model/search-note.ts'

/** The number of searches that are kept for a person. */
const maxKept = 100
/** A repeated search is written again only after this time. */
const repeatAfterMs = 60_000

/** Stores what people search for, even when the cache answers. Stores no searches of callers without an account. */
export type SearchHistory = {
  /** Writes in the background, so that no search waits for it. Resolves when it is written; never rejects. */
  note(principal: Pick<Principal, 'id'>, note: SearchNote): Promise<void>
}

type HistoryPorts = { readonly db: DatabaseClient; readonly clock: Pick<Clock, 'now'>; readonly log: Log }

export function createSearchHistory({ db, clock, log }: HistoryPorts): SearchHistory {
  const recent = new LRUCache<string, true>({ max: 1000, ttl: repeatAfterMs, perf: clock })

  async function write(userId: string, note: string): Promise<void> {
    const searchedAt = new Date(clock.now())
    await db.sql.$executeRaw`
      insert into kept_searches (user_id, note, searched_at) select id, ${note}, ${searchedAt} from users where id = ${userId}
      on conflict (user_id, note) do update set searched_at = excluded.searched_at`
    await db.sql.$executeRaw`
      delete from kept_searches where user_id = ${userId} and searched_at < (
        select searched_at from kept_searches where user_id = ${userId}
        order by searched_at desc offset ${maxKept - 1} limit 1
      )`
  }

  return {
    async note({ id }, note) {
      const text = JSON.stringify(note)
      const key = `${id} ${text}`
      if (!isId('user', id) || recent.has(key)) return
      recent.set(key, true)
      await write(id, text).catch((cause: unknown) => {
        // Lets the next search of the same kind try again.
        recent.delete(key)
        log.warn('a search is not in the history of its person', { cause })
      })
    },
  }
}
