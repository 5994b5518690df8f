import { findUsers } from '#lib/agents/server/profiles/find-users.ts'
import { stateOf } from '#lib/agents/server/profiles/profile-state.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { EnvironmentCredential } from '#lib/platform/server/vault/environment-broker.ts'
import type { Vault } from '#lib/platform/server/vault/open-vault.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import {
  type ConsoleCredential,
  type ConsoleCredentials,
  type CredentialQuery,
  mostNamed,
  noUser,
} from '../model/console-credential.ts'

type ListPorts = Pick<PlatformPorts, 'db' | 'clock'> & {
  readonly vault: Pick<Vault, 'credentials'>
  readonly skills: Pick<Registry, 'all'>
  readonly env: {
    readonly credentials: ReadonlyMap<string, EnvironmentCredential>
    readonly unnamedSecrets: ReadonlySet<string>
  }
}

/** The profiles that a credential lists. */
const mostListed = 10

/** Credentials with the profiles and skills that use them, and the credentials of the environment. No values. */
export async function listCredentials(
  { db, vault, skills, clock, env }: ListPorts,
  query: CredentialQuery = {},
): Promise<ConsoleCredentials> {
  const [views, installed, { matches, searched }] = await Promise.all([
    vault.credentials.list(),
    skills.all(),
    findCredentials(db, query),
  ])
  const now = new Date(clock.now())
  const secrets = installed.map(({ skill: { manifest } }) => [manifest.name, manifest.permissions.secrets] as const)
  const stored = new Set(views.map(({ name }) => name))
  const usersOf = await findUsers(db, [...new Set([...stored, ...env.unnamedSecrets])], mostListed)
  const credentials = views
    .map((view): ConsoleCredential => {
      const users = usersOf(view.name)
      return {
        ...view,
        profiles: users.map(({ id, description, ...times }) => ({ id, description, state: stateOf(times, now) })),
        profiles_total: users[0]?.total ?? 0,
        skills: secrets.filter(([, names]) => names.includes(view.name)).map(([name]) => name),
      }
    })
    .filter(matches)
  return {
    credentials,
    users: await listUsers(
      db,
      secrets.filter(([, names]) => names.some((name) => stored.has(name))).map(([name]) => name),
    ),
    searched,
    environment: [...env.credentials].map(([name, { hosts, value }]) => {
      return { name, hosts: [...hosts], is_set: Boolean(value), is_shadowed: stored.has(name) }
    }),
    unnamed: [...env.unnamedSecrets].filter(
      (name) => !stored.has(name) && (usersOf(name).length > 0 || secrets.some(([, names]) => names.includes(name))),
    ),
  }
}

/** A longer list of choices would not be read. */
const mostChoices = 200

/** The values of the filter `used`, each with its name. */
export async function listUsers(
  db: DatabaseClient,
  skills: readonly string[],
): Promise<[value: string, name: string][]> {
  const profiles = await db.profile.findMany({
    where: { lockedAt: { not: null }, revokedAt: null, keys: { some: {} } },
    orderBy: { createdAt: 'desc' },
    take: mostChoices,
    select: { id: true, description: true },
  })
  const users = [
    ...profiles.map(({ id, description }): [string, string] => [id, `“${description}”`]),
    ...skills.map((name): [string, string] => [name, name]),
  ]
  return [[noUser, 'Nothing'], ...users.sort(([, a], [, b]) => a.localeCompare(b))]
}

type Found = {
  readonly matches: (credential: ConsoleCredential) => boolean
  readonly searched: 'all' | 'newest'
}

/** Which credentials pass the filters. The keys of profiles are looked up here: a credential lists only some users. */
export async function findCredentials(db: DatabaseClient, { used, text: asked = '' }: CredentialQuery): Promise<Found> {
  const text = asked.trim().toLowerCase()
  const [usedNames, named] = await Promise.all([
    used?.startsWith('prof_') ? keysOf(db, used) : new Set<string>(),
    text === '' ? { names: new Set<string>(), isCut: false } : keysOfNamed(db, text),
  ])
  const isUsed = ({ name, profiles_total: all, skills }: ConsoleCredential) =>
    used === undefined || (used === noUser ? all + skills.length === 0 : skills.includes(used) || usedNames.has(name))
  const hasText = ({ name, hosts, skills, description }: ConsoleCredential) =>
    named.names.has(name) || [name, description, ...hosts, ...skills].some((part) => part.toLowerCase().includes(text))
  return { matches: (one) => isUsed(one) && hasText(one), searched: named.isCut ? 'newest' : 'all' }
}

async function keysOf(db: DatabaseClient, profileId: string): Promise<ReadonlySet<string>> {
  const keys = await db.profileKey.findMany({
    where: { profileId, profile: { revokedAt: null } },
    select: { name: true },
  })
  return new Set(keys.map(({ name }) => name))
}

/** The names of the keys of the newest profiles with this text in their descriptions. */
async function keysOfNamed(db: DatabaseClient, text: string) {
  const found = await db.profile.findMany({
    where: { revokedAt: null, description: { contains: text, mode: 'insensitive' } },
    orderBy: { createdAt: 'desc' },
    take: mostNamed + 1,
    select: { id: true },
  })
  const ids = found.slice(0, mostNamed).map(({ id }) => id)
  const keys = await db.profileKey.findMany({
    where: { profileId: { in: ids } },
    distinct: ['name'],
    select: { name: true },
  })
  return { names: new Set(keys.map(({ name }) => name)), isCut: found.length > mostNamed }
}
