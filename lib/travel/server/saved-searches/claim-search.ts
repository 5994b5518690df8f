import { Prisma, type SavedSearch } from '#lib/platform/server/db/generated/client.ts'
import { mostOfOneKey } from '#runner/queue/fair-slots.ts'
import { randomOf, type SavedSearchPorts } from './ports.ts'
import { scheduleRun } from './run-jobs.ts'

/** How long a claim is valid, so that it expires if its process dies. Longer than all sources together may take. */
const leaseMs = 3 * 60_000
const hourMs = 3_600_000

type Ports = Pick<SavedSearchPorts, 'db' | 'clock' | 'randomBytes' | 'perHour'>

/** The proof that only this process runs a search, until `claimedUntil`. */
export type ClaimedSearch = SavedSearch & { readonly claimedUntil: Date }

/**
 * Claims a search that is due: that of the person with the fewest runs in this hour, who may be another than that of
 * `id`. Undefined if there is nothing to do now: the search is gone, paused or past, another process runs it, it is not
 * due, or the hour has no runs left for the person. In these cases, moves the search's job to the right time.
 */
export async function claimSearch(ports: Ports, id: string): Promise<ClaimedSearch | undefined> {
  const now = new Date(ports.clock.now())
  const claimedUntil = new Date(now.getTime() + leaseMs)
  return ports.db.$transaction(async (tx) => {
    const isFree = { nextRunAt: { lte: now }, OR: [{ claimedUntil: null }, { claimedUntil: { lte: now } }] }
    if ((await tx.savedSearch.count({ where: { ...isActive(id), ...isFree } })) === 0) {
      const waiting = await tx.savedSearch.findFirst({ where: { ...isActive(id), nextRunAt: { not: null } } })
      if (waiting !== null) await scheduleRun(tx, id, later(waiting.nextRunAt, waiting.claimedUntil), { isRetry: true })
      return undefined
    }
    const next = await lockNext(tx, id, now)
    // The job was the turn of another search, so this one gets the next.
    if (next !== id) await scheduleRun(tx, id, now, { isRetry: next === undefined })
    if (next === undefined) return undefined
    const claimed = await tx.savedSearch.update({ where: { id: next }, data: { claimedUntil } })
    if (await countRun(tx, now, turnKeyOf(claimed), ports.perHour)) return { ...claimed, claimedUntil }
    const nextHour = hourOf(now).getTime() + hourMs
    const nextRunAt = new Date(nextHour + Math.round((randomOf(ports) * hourMs) / 2))
    await tx.savedSearch.update({ where: { id: next }, data: { claimedUntil: null, nextRunAt } })
    await scheduleRun(tx, next, nextRunAt)
    return undefined
  })
}

/** By which the runs of a search take turns. */
export const turnKeyOf = ({ turnKey, userId }: Pick<SavedSearch, 'turnKey' | 'userId'>): string => turnKey ?? userId

/** Locks the due search whose turn it is. Among equals, `id` comes first, and then the one that is due longest. */
async function lockNext(tx: Prisma.TransactionClient, id: string, now: Date): Promise<string | undefined> {
  const due = Prisma.sql`
    select s.id from saved_searches s
    left join run_shares r on r.hour = ${hourOf(now)} and r.key = coalesce(s.turn_key, s.user_id)
    where s.removed_at is null and s.paused_at is null and s.next_ask_at <= ${now}
      and (s.claimed_until is null or s.claimed_until <= ${now})`
  const first = Prisma.sql`limit 1 for update of s skip locked`
  // Nearly always, one of the first two finds it, with an index. The last one sorts all that are due.
  for (const turn of [
    Prisma.sql`and r.runs is null and s.id = ${id}`,
    Prisma.sql`and r.runs is null order by s.next_ask_at, s.id`,
    Prisma.sql`order by coalesce(r.runs, 0), s.id <> ${id}, s.next_ask_at, s.id`,
  ]) {
    const [next] = await tx.$queryRaw<{ id: string }[]>`${due} ${turn} ${first}`
    if (next !== undefined) return next.id
  }
  return undefined
}

const isActive = (id: string) => ({ id, removedAt: null, pausedAt: null })

const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / hourMs) * hourMs)

const later = (...times: readonly (Date | null)[]): Date =>
  new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)))

/**
 * Counts a run in its hour. False if the hour is full, or the share of the key. One statement for each, so that
 * processes cannot exceed the limits.
 */
async function countRun(tx: Prisma.TransactionClient, now: Date, key: string, most: number): Promise<boolean> {
  if (most === 0) return false
  const hour = hourOf(now)
  await tx.runHour.deleteMany({ where: { hour: { lt: hour } } })
  await tx.runShare.deleteMany({ where: { hour: { lt: hour } } })
  const [counted] = await tx.$queryRaw<{ runs: number }[]>`
    with share as (
      insert into run_shares (hour, key, runs) values (${hour}, ${key}, 1)
      on conflict (hour, key) do update set runs = run_shares.runs + 1 where run_shares.runs < ${mostOfOneKey(most)}
      returning 1
    )
    insert into asked_hours (hour, asked) select ${hour}, 1 from share
    on conflict (hour) do update set asked = asked_hours.asked + 1 where asked_hours.asked < ${most}
    returning asked as runs`
  return counted !== undefined
}
