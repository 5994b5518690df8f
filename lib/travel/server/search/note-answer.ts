import { createGroupRead } from '#lib/platform/server/db/batches.ts'
import type { Statements } from '#lib/platform/server/db/statements.ts'
import { isId } from '#runner/contract/ids.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { SkillOutput } from '#runner/contract/skill-io.ts'
import type { Log } from '#runner/core/ports.ts'

/**
 * Records the prices of an answer if its person saved an offer of this search, or the search itself. Resolves when they
 * are written; never rejects.
 */
export type NoteAnswer = (person: Pick<Principal, 'id'>, answer: SearchAnswer) => Promise<void>

type NotePorts = {
  readonly db: Pick<Statements, '$queryRaw'>
  /** Records the prices of saved offers. */
  readonly trips: { readonly notePrices: NoteAnswer }
  /** Adds prices to the history of saved searches. */
  readonly savedSearches: { readonly noteSeen: NoteAnswer }
  readonly log: Pick<Log, 'warn'>
}

/** How long searches are gathered for one database query. No response waits for it, and most searches are not saved. */
const gatherMs = 200

/** The key can be split again, because a user id has no space. */
const keyOf = (userId: string, canonicalQuery: string): string => `${userId} ${canonicalQuery}`
const userIdOf = (key: string): string => key.slice(0, key.indexOf(' '))
const queryOf = (key: string): string => key.slice(key.indexOf(' ') + 1)

export function createNoteAnswer({ db, trips, savedSearches, log }: NotePorts): NoteAnswer {
  const isSaved = createGroupRead(async (keys: readonly string[]) => {
    const [people, queries] = [keys.map(userIdOf), keys.map(queryOf)]
    const rows = await db.$queryRaw<{ userId: string; search: string }[]>`
      with asked as (select * from unnest(${people}::text[], ${queries}::text[]) as asked(user_id, search))
      select user_id as "userId", search from asked join saved_offers using (user_id, search)
      union
      select user_id, search from asked join saved_searches using (user_id, search) where removed_at is null`
    return new Map(rows.map(({ userId, search }) => [keyOf(userId, search), true]))
  }, gatherMs)

  return async (person, answer) => {
    if (!isId('user', person.id) || answer.output.status !== 'success') return
    try {
      if ((await isSaved(keyOf(person.id, answer.canonicalQuery))) === undefined) return
    } catch (cause) {
      log.warn('the prices of an answer are not recorded', { cause })
      return
    }
    await Promise.all([trips.notePrices(person, answer), savedSearches.noteSeen(person, answer)])
  }
}

/** A source's answer, and the canonical query that it answers. */
export type SearchAnswer = { readonly canonicalQuery: string; readonly output: SkillOutput }
