import { isDeepStrictEqual } from 'node:util'
import type { SavedSearch } from '#lib/platform/server/db/generated/client.ts'
import { type Outcome, refuse, refuseBecause, refuseTooMany } from '#lib/platform/server/http/outcome.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { AlertRule, type ChangeSearch } from '../../model/saved-search.ts'
import { stateUnder } from './alert-rule.ts'
import type { SavedSearchPorts } from './ports.ts'
import { scheduleRun } from './run-jobs.ts'

type Own = Pick<Principal, 'id'>
type Ports = Pick<SavedSearchPorts, 'db' | 'clock'>
type Changed = Promise<Outcome<{ id: string }>>

/** The minimum wait after a run before a person can request the next. */
const minWaitMs = 15 * 60_000

/**
 * Pauses a search, resumes it or changes its rule. A new rule starts at the latest price: only a later fall raises an
 * alert. NOT_FOUND for unknown ids and those of other people.
 */
export async function changeSearch(
  { db, clock }: Ports,
  id: string,
  change: ChangeSearch,
  { id: userId }: Own,
): Changed {
  const now = new Date(clock.now())
  return db.$transaction(async (tx) => {
    // The lock keeps a run that ends now from recording a price under the old rule.
    await tx.$queryRaw`select 1 from saved_searches where id = ${id} and user_id = ${userId} for update`
    const row = await tx.savedSearch.findFirst({ where: { id, userId, removedAt: null } })
    if (row === null) return refuse('NOT_FOUND')
    await tx.savedSearch.update({
      where: { id },
      data: {
        ...(change.paused === undefined ? {} : { pausedAt: change.paused ? now : null }),
        ...(change.rule === undefined ? {} : ruleFields(change.rule, row)),
      },
    })
    if (change.paused === false) await resume(tx, row, now)
    return { ok: true, value: { id } }
  })
}

/**
 * To set the rule that is already set changes nothing. Otherwise an alert could be repeated, and a fall in percent would
 * be measured from the latest price again.
 */
function ruleFields(rule: AlertRule, row: SavedSearch) {
  if (isDeepStrictEqual(rule, AlertRule.parse(row.rule))) return {}
  if (row.savedAmount === null) return { rule }
  const { high, isArmed } = stateUnder(rule, row.savedAmount, row.latestAmount ?? undefined, row.currency)
  return { rule, highAmount: high, isArmed }
}

/**
 * Sets the next run to now. RATE_LIMITED with the wait if the last run was less than 15 minutes ago, CONFLICT if the
 * search is paused or past. NOT_FOUND for unknown ids and those of other people.
 */
export async function runNow({ db, clock }: Ports, id: string, { id: userId }: Own): Changed {
  const now = new Date(clock.now())
  return db.$transaction(async (tx) => {
    const row = await tx.savedSearch.findFirst({ where: { id, userId, removedAt: null } })
    if (row === null) return refuse('NOT_FOUND')
    if (row.pausedAt !== null) return paused
    if (row.nextRunAt === null) return past
    const wait = (row.lastRunAt?.getTime() ?? 0) + minWaitMs - now.getTime()
    if (wait > 0) return refuseTooMany(wait)
    await tx.savedSearch.update({ where: { id }, data: { nextRunAt: now } })
    await scheduleRun(tx, id, now)
    return { ok: true, value: { id } }
  })
}

/**
 * Removes a search. It can be restored until the person saves another. Removing it again succeeds and changes nothing.
 * NOT_FOUND for unknown ids and those of other people.
 */
export async function removeSearch({ db, clock }: Ports, id: string, { id: userId }: Own): Changed {
  const removedAt = new Date(clock.now())
  const { count } = await db.savedSearch.updateMany({ where: { id, userId, removedAt: null }, data: { removedAt } })
  return count === 1 ? { ok: true, value: { id } } : ifOwn(db, id, userId)
}

/**
 * Restores a removed search. Restoring it again succeeds and changes nothing. NOT_FOUND for unknown ids, those of other
 * people, and searches removed for good.
 */
export async function restoreSearch({ db, clock }: Ports, id: string, { id: userId }: Own): Changed {
  const now = new Date(clock.now())
  return db.$transaction(async (tx) => {
    const [row] = await tx.savedSearch.updateManyAndReturn({
      where: { id, userId, removedAt: { not: null } },
      data: { removedAt: null },
    })
    if (row === undefined) return ifOwn(tx, id, userId)
    if (row.pausedAt === null) await resume(tx, row, now)
    return { ok: true, value: { id } }
  })
}

const ifOwn = async (db: Pick<Ports['db'], 'savedSearch'>, id: string, userId: string): Changed =>
  (await db.savedSearch.count({ where: { id, userId } })) === 1 ? { ok: true, value: { id } } : refuse('NOT_FOUND')

/**
 * Adds the job again, because the earlier job may have run while the search was paused or removed. An overdue search
 * runs at once, any other at its planned time.
 */
async function resume(tx: Parameters<typeof scheduleRun>[0], row: { id: string; nextRunAt: Date | null }, now: Date) {
  if (row.nextRunAt !== null) await scheduleRun(tx, row.id, row.nextRunAt < now ? now : row.nextRunAt)
}

const paused = refuseBecause('search_paused')
const past = refuseBecause('search_past')
