import type { Prisma, SavedSearch } from '#lib/platform/server/db/generated/client.ts'
import { randomOf, type SavedSearchPorts } from './ports.ts'
import { scheduleRun } from './run-jobs.ts'

/** How long a claim is valid, so that it expires if its process dies. Longer than all sources together may take. */
const leaseMs = 3 * 60_000
const hourMs = 3_600_000

type Ports = Pick<SavedSearchPorts, 'db' | 'clock' | 'randomBytes' | 'perHour'>

/** The proof that only this process runs a search, until `claimedUntil`. */
export type ClaimedSearch = SavedSearch & { readonly claimedUntil: Date }

/**
 * Claims a search that is due. Undefined if there is nothing to do now: the search is gone, paused or past, another
 * process runs it, it is not due, or the hour has no runs left. In the last three cases, moves the search's job to the
 * right time.
 */
export async function claimSearch(ports: Ports, id: string): Promise<ClaimedSearch | undefined> {
  const now = new Date(ports.clock.now())
  const claimedUntil = new Date(now.getTime() + leaseMs)
  return ports.db.$transaction(async (tx) => {
    const [claimed] = await tx.savedSearch.updateManyAndReturn({
      where: {
        ...isActive(id),
        nextRunAt: { lte: now },
        OR: [{ claimedUntil: null }, { claimedUntil: { lte: now } }],
      },
      data: { claimedUntil },
    })
    if (claimed === undefined) {
      const waiting = await tx.savedSearch.findFirst({ where: { ...isActive(id), nextRunAt: { not: null } } })
      if (waiting !== null) await scheduleRun(tx, id, later(waiting.nextRunAt, waiting.claimedUntil), { isRetry: true })
      return undefined
    }
    if (await countRun(tx, now, ports.perHour)) return { ...claimed, claimedUntil }
    const nextHour = hourOf(now).getTime() + hourMs
    const nextRunAt = new Date(nextHour + Math.round((randomOf(ports) * hourMs) / 2))
    await tx.savedSearch.update({ where: { id }, data: { claimedUntil: null, nextRunAt } })
    await scheduleRun(tx, id, nextRunAt)
    return undefined
  })
}

const isActive = (id: string) => ({ id, removedAt: null, pausedAt: null })

const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / hourMs) * hourMs)

const later = (...times: readonly (Date | null)[]): Date =>
  new Date(Math.max(...times.map((time) => time?.getTime() ?? 0)))

/** Counts a run in its hour. False if the hour is full. One statement, so that processes cannot exceed the limit. */
async function countRun(tx: Prisma.TransactionClient, now: Date, most: number): Promise<boolean> {
  if (most === 0) return false
  const hour = hourOf(now)
  await tx.runHour.deleteMany({ where: { hour: { lt: hour } } })
  const counted = await tx.$executeRaw`
    insert into asked_hours (hour, asked) values (${hour}, 1)
    on conflict (hour) do update set asked = asked_hours.asked + 1 where asked_hours.asked < ${most}`
  return counted === 1
}
