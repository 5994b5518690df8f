import { cursorOf, cutPage, readAfter } from '#lib/platform/server/db/pages.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { PeoplePage, PeopleQuery, Person } from '../../model/console-people.ts'
import { signInActions } from './read-person.ts'

type Ports = Pick<PlatformPorts, 'db' | 'clock'>

const pageSize = 50

/** The accounts, the newest first. An operator without an account is one of them; other guests are not. */
export async function listPeople(
  { db, clock }: Ports,
  { text, role, after }: PeopleQuery,
  readerId: string,
): Promise<Outcome<PeoplePage>> {
  const from = readAfter(after, /^user_[\w-]{1,64}$/)
  if (!from.ok) return from
  const { value: last } = from
  const contains = { contains: text ?? '', mode: 'insensitive' } as const
  const valid = { revokedAt: null, expiresAt: { gt: new Date(clock.now()) } }
  const rows = await db.user.findMany({
    where: {
      AND: [
        { OR: [{ isGuest: false }, { role: 'operator' }] },
        ...(role === undefined ? [] : [{ role }]),
        ...(text === undefined ? [] : [{ OR: [{ name: contains }, { email: contains }] }]),
        ...(last === undefined
          ? []
          : [{ OR: [{ createdAt: { lt: last.at } }, { createdAt: last.at, id: { lt: last.id } }] }]),
      ],
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: pageSize + 1,
    include: {
      accounts: { select: { provider: true }, orderBy: { provider: 'asc' } },
      sessions: { where: valid, select: { lastSeenAt: true }, orderBy: { lastSeenAt: 'desc' } },
    },
  })
  const { shown, next } = cutPage(rows, pageSize, ({ createdAt, id }) => cursorOf(createdAt, id))
  const signedIn = await lastSignIns(
    db,
    shown.map(({ id }) => id),
  )
  const people = shown.map(
    ({ id, name, email, role, disabledAt, passwordHash, accounts, createdAt, sessions }): Person => ({
      id,
      name,
      email,
      role,
      is_disabled: disabledAt !== null,
      is_self: id === readerId,
      has_password: passwordHash !== null,
      providers: accounts.map(({ provider }) => provider),
      created_at: createdAt.toISOString(),
      signed_in_at: signedIn.get(id)?.toISOString() ?? null,
      // A disabled person's sessions are ended, and one that starts meanwhile is not valid.
      sessions: disabledAt === null ? sessions.length : 0,
      seen_at: sessions[0]?.lastSeenAt.toISOString() ?? null,
    }),
  )
  return { ok: true, value: { people, next } }
}

async function lastSignIns(db: Ports['db'], ids: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.$queryRaw<{ id: string; at: Date }[]>`
    select subject as id, max(at) as at from audit_events
    where action = any(${signInActions}) and subject = any(${ids}) group by subject`
  return new Map(rows.map(({ id, at }) => [id, at]))
}
