import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import { explainSkill } from '#lib/skills/server/invoking/explain-skill.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import type { TravelConfig } from '#runner/contract/travel-config.ts'
import type { ConsoleHit, ConsoleSearch } from '../model/console-search.ts'
import { firstSource } from '../model/console-skill.ts'
import { listExecutions } from './executions/list-executions.ts'

type SearchPorts = {
  readonly db: DatabaseClient
  readonly skills: Pick<Registry, 'all'>
  readonly config: TravelConfig
}

/** The most executions, and the most things of each other kind. */
const take = 6

/**
 * What a text finds: the latest executions, skills by their names and by the hosts that they may reach, and profiles,
 * credentials, agent keys and people by their names. A person is found by name and address as in the audit log, never together with what the person searched for.
 */
export async function searchConsole(
  { db, skills: registry, config }: SearchPorts,
  text: string,
): Promise<Outcome<ConsoleSearch>> {
  const like = { contains: text, mode: 'insensitive' } as const
  const [found, reaching, skills, profiles, credentials, keys, people] = await Promise.all([
    listExecutions({ db }, { text }, take),
    skillsReaching(registry, config, text.toLowerCase()),
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
    ...reaching,
    ...skills
      .filter(({ name }) => !reaching.some(({ id }) => id === name))
      .map(({ name }) => ({ kind: 'skill', id: name, title: name, note: '' }) as const),
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

/** The skills that may reach a host with this text, for a request with the most trust: as the policy decides it. */
async function skillsReaching(
  registry: SearchPorts['skills'],
  config: TravelConfig,
  text: string,
): Promise<readonly ConsoleHit[]> {
  const hits: ConsoleHit[] = []
  for (const { skill, isEnabled } of await registry.all()) {
    const { name, permissions } = skill.manifest
    // Few skills name the host, and only those are worth a question to the policy.
    if (hits.length === take || !permissions.network.egress.some((host) => host.includes(text))) continue
    const explained = explainSkill(skill, { source: firstSource, config, isEnabled })
    const host = explained.permissions.find(
      ({ permission, item, effective }) => permission === 'network.egress' && effective && item.includes(text),
    )
    if (host) hits.push({ kind: 'skill', id: name, title: name, note: `may reach ${host.item}` })
  }
  return hits
}
