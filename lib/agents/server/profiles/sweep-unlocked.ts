import { appPrincipal } from '#lib/platform/server/auth/principal.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'

const dayMs = 24 * 60 * 60_000
/** The most that are deleted at once. The rest follows an hour later. */
const most = 1000

/**
 * Deletes profiles that nobody has locked within some days, so that requests of agents do not pile up. Nothing has run
 * for them. The audit trail keeps their ids. Returns their number.
 */
export const sweepUnlocked = (
  { db, audit, clock }: Pick<PlatformPorts, 'db' | 'audit' | 'clock'>,
  days: number,
): Promise<number> =>
  db.$transaction(async (tx) => {
    const at = new Date(clock.now())
    const gone = await tx.$queryRaw<{ id: string }[]>`
      delete from profiles where locked_at is null and id in (
        select id from profiles where locked_at is null and created_at < ${new Date(at.getTime() - days * dayMs)}
        order by created_at limit ${most} for update)
      returning id`
    const rows = gone.map(({ id }) => ({
      at,
      by: appPrincipal,
      action: 'profile.swept',
      subject: id,
      detail: { days },
    }))
    await audit.record(tx, ...rows)
    return gone.length
  })
