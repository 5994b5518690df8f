import { type Outcome, refuse, refuseBecause, refuseTooMany } from '#lib/http/outcome.ts'
import type { ChangeSearch } from '#lib/shared/saved-search.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { askAt } from './ask-jobs.ts'
import type { SavedSearchPorts } from './ports.ts'

type Own = Pick<Principal, 'id'>
type Ports = Pick<SavedSearchPorts, 'db' | 'clock'>
type Changed = Promise<Outcome<{ id: string }>>

/** A person may not have a search asked sooner after the last ask. */
const leastWaitMs = 15 * 60_000

/**
 * Pauses a search, resumes it or changes its rule. A new rule begins at the latest price: a fall that was there before is
 * no alert. Others' and unknown ids: NOT_FOUND.
 */
export async function changeSearch(
  { db, clock }: Ports,
  id: string,
  change: ChangeSearch,
  { id: userId }: Own,
): Changed {
  const now = new Date(clock.now())
  return db.$transaction(async (tx) => {
    const [row] = await tx.savedSearch.updateManyAndReturn({
      where: { id, userId, removedAt: null },
      data: {
        ...(change.paused === undefined ? {} : { pausedAt: change.paused ? now : null }),
        ...(change.rule === undefined ? {} : { rule: change.rule }),
      },
    })
    if (row === undefined) return refuse('NOT_FOUND')
    if (change.rule !== undefined)
      await tx.savedSearch.update({ where: { id }, data: { isArmed: true, highAmount: row.latestAmount } })
    if (change.paused === false) await resume(tx, row, now)
    return { ok: true, value: { id } }
  })
}

/**
 * Sets the next ask to now. RATE_LIMITED with the wait when it was asked less than 15 minutes ago, CONFLICT when it is
 * paused or past. Others' and unknown ids: NOT_FOUND.
 */
export async function askNow({ db, clock }: Ports, id: string, { id: userId }: Own): Changed {
  const now = new Date(clock.now())
  return db.$transaction(async (tx) => {
    const row = await tx.savedSearch.findFirst({ where: { id, userId, removedAt: null } })
    if (row === null) return refuse('NOT_FOUND')
    if (row.pausedAt !== null) return paused
    if (row.nextAskAt === null) return past
    const wait = (row.askedAt?.getTime() ?? 0) + leastWaitMs - now.getTime()
    if (wait > 0) return refuseTooMany(wait)
    await tx.savedSearch.update({ where: { id }, data: { nextAskAt: now } })
    await askAt(tx, id, now)
    return { ok: true, value: { id } }
  })
}

/** Removes a search. It can be restored until the person saves another. Others' and unknown ids: NOT_FOUND. */
export async function removeSearch({ db, clock }: Ports, id: string, { id: userId }: Own): Changed {
  const removedAt = new Date(clock.now())
  const { count } = await db.savedSearch.updateMany({ where: { id, userId, removedAt: null }, data: { removedAt } })
  return count === 1 ? { ok: true, value: { id } } : refuse('NOT_FOUND')
}

/** Takes a removal back. Others' and unknown ids, and those removed for good: NOT_FOUND. */
export async function restoreSearch({ db, clock }: Ports, id: string, { id: userId }: Own): Changed {
  const now = new Date(clock.now())
  return db.$transaction(async (tx) => {
    const [row] = await tx.savedSearch.updateManyAndReturn({
      where: { id, userId, removedAt: { not: null } },
      data: { removedAt: null },
    })
    if (row === undefined) return refuse('NOT_FOUND')
    if (row.pausedAt === null) await resume(tx, row, now)
    return { ok: true, value: { id } }
  })
}

/** Its job may have come and gone meanwhile. An ask that is overdue runs at once, and no other comes sooner. */
async function resume(tx: Parameters<typeof askAt>[0], row: { id: string; nextAskAt: Date | null }, now: Date) {
  if (row.nextAskAt !== null) await askAt(tx, row.id, row.nextAskAt < now ? now : row.nextAskAt)
}

const paused = refuseBecause('search_paused')
const past = refuseBecause('search_past')
