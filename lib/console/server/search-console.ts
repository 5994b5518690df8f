import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import type { ConsoleHit, ConsoleSearch } from '../model/console-search.ts'
import { listExecutions } from './executions/list-executions.ts'

/** The most executions, and the most things of each other kind. */
const take = 6

/**
 * What a text finds: the latest executions, and skills, profiles, credentials, agent keys and people by their names. A
 * person is found by name and address as in the audit log, never together with what the person searched for.
 */
export async function searchConsole(
  { db }: { readonly db: DatabaseClient },
  text: string,
): Promise<Outcome<ConsoleSearch>> {
  const like = { contains: text, mode: 'insensitive' } as const
  const [found, skills, profiles, credentials, keys, people] = await Promise.all([
    listExecutions({ db }, { text }, take),
    db.skillRelease.findMany({
      where: { name: like },
      distinct: ['name'],
      orderBy: { name: 'asc' },
      take,
      select: { name: true },
    }),
    db.profile.findMany({
      where: { OR: [{ description: like }, { id: { startsWith: text } }] },
      orderBy: { createdAt: 'desc' },
      take,
      select: { id: true, description: true, revokedAt: true },
    }),
    db.credential.findMany({
      where: { OR: [{ name: like }, { description: like }] },
      orderBy: { name: 'asc' },
      take,
      select: { name: true, description: true },
    }),
    db.agentKey.findMany({
      where: { OR: [{ slug: like }, { description: like }] },
      distinct: ['slug'],
      orderBy: { slug: 'asc' },
      take,
      select: { slug: true, description: true },
    }),
    db.user.findMany({
      where: { isGuest: false, OR: [{ name: like }, { email: like }] },
      orderBy: { createdAt: 'desc' },
      take,
      select: { id: true, name: true, email: true },
    }),
  ])
  if (!found.ok) return found
  const hits: ConsoleHit[] = [
    ...skills.map(({ name }) => ({ kind: 'skill', id: name, title: name, note: '' }) as const),
    ...profiles.map(
      ({ id, description, revokedAt }) =>
        ({ kind: 'profile', id, title: description, note: revokedAt === null ? '' : 'revoked' }) as const,
    ),
    ...credentials.map(
      ({ name, description }) => ({ kind: 'credential', id: name, title: name, note: description }) as const,
    ),
    ...keys.map(({ slug, description }) => ({ kind: 'agent_key', id: slug, title: slug, note: description }) as const),
    ...people.map(
      ({ id, name, email }) =>
        ({
          kind: 'person',
          id: email ?? id,
          title: name ?? email ?? id,
          note: name === null ? '' : (email ?? ''),
        }) as const,
    ),
  ]
  return { ok: true, value: { executions: found.value.executions, hits } }
}
