import type { DatabaseClient } from '#lib/db/client.ts'
import type { Task } from '#lib/shared/console-overview.ts'

const mostOfAKind = 5
const soonMs = 14 * 24 * 60 * 60_000

/** Open tasks of an operator: the newest profiles to set up, and the proposals and credentials that expire first. */
export async function findTasks(db: DatabaseClient, now: Date): Promise<Task[]> {
  const open = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] }
  const [profiles, proposals, credentials] = await Promise.all([
    db.profile.findMany({
      where: { ...open, lockedAt: null },
      orderBy: { createdAt: 'desc' },
      take: mostOfAKind,
      select: { id: true, description: true, keys: { select: { name: true } } },
    }),
    db.proposal.findMany({
      where: { state: 'pending', expiresAt: { gt: now }, profile: open },
      orderBy: { expiresAt: 'asc' },
      take: mostOfAKind,
      select: { key: true, host: true, expiresAt: true, profile: { select: { id: true, description: true } } },
    }),
    db.credential.findMany({
      where: { expiresAt: { lt: new Date(now.getTime() + soonMs) } },
      orderBy: { expiresAt: 'asc' },
      take: mostOfAKind,
      select: { name: true, expiresAt: true },
    }),
  ])
  const names = new Set(profiles.flatMap(({ keys }) => keys.map(({ name }) => name)))
  const filled = await db.credential.findMany({
    where: { name: { in: [...names] }, sealed: { not: null }, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    select: { name: true },
  })
  const withValue = new Set(filled.map(({ name }) => name))
  return [
    ...profiles.map(({ id, description, keys }): Task => {
      const missing = keys.filter(({ name }) => !withValue.has(name)).length
      return { kind: 'profile', profile_id: id, name: description, missing }
    }),
    ...proposals.map(({ key, host, expiresAt, profile }): Task => {
      const asks = { asks_for: key === null ? 'host' : 'key', asked: key ?? host ?? '' } as const
      const about = { profile_id: profile.id, name: profile.description }
      return { kind: 'proposal', ...about, ...asks, lapses_at: expiresAt.toISOString() }
    }),
    ...credentials.flatMap(({ name, expiresAt }): Task[] =>
      expiresAt === null ? [] : [{ kind: 'credential', name, expires_at: expiresAt.toISOString() }],
    ),
  ]
}
