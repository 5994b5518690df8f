import { findUsers } from '#lib/agents/server/profiles/find-users.ts'
import { stateOf } from '#lib/agents/server/profiles/profile-state.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { EnvironmentCredential } from '#lib/platform/server/vault/environment-broker.ts'
import type { Vault } from '#lib/platform/server/vault/open-vault.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import type { ConsoleCredential, ConsoleCredentials, CredentialQuery } from '../model/console-credential.ts'
import { findCredentials, listUsers } from './credential-users.ts'

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
