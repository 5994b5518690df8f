import { stateOf } from '#lib/agents/server/profiles/profile-state.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { EnvironmentCredential } from '#lib/platform/server/vault/environment-broker.ts'
import type { Vault } from '#lib/platform/server/vault/open-vault.ts'
import type { Registry } from '#lib/skills/server/registry/registry.ts'
import type { ConsoleCredential, ConsoleCredentials } from '../model/console-credential.ts'

type ListPorts = Pick<PlatformPorts, 'db' | 'clock'> & {
  readonly vault: Pick<Vault, 'credentials'>
  readonly skills: Pick<Registry, 'all'>
  readonly env: {
    readonly credentials: ReadonlyMap<string, EnvironmentCredential>
    readonly unnamedSecrets: ReadonlySet<string>
  }
}

/** All credentials with the profiles and skills that use them, and the credentials of the environment. No values. */
export async function listCredentials({ db, vault, skills, clock, env }: ListPorts): Promise<ConsoleCredentials> {
  const [views, keys, installed] = await Promise.all([
    vault.credentials.list(),
    db.profileKey.findMany({
      where: { profile: { revokedAt: null } },
      include: { profile: true },
      orderBy: { profile: { createdAt: 'desc' } },
    }),
    skills.all(),
  ])
  const now = new Date(clock.now())
  const profilesOf = new Map<string, ConsoleCredential['profiles']>()
  for (const { name, profile } of keys) {
    const using = { id: profile.id, description: profile.description, state: stateOf(profile, now) }
    profilesOf.set(name, [...(profilesOf.get(name) ?? []), using])
  }
  const credentials = views.map((view) => ({
    ...view,
    profiles: profilesOf.get(view.name) ?? [],
    skills: installed
      .map(({ skill }) => skill.manifest)
      .filter(({ permissions }) => permissions.secrets.includes(view.name))
      .map(({ name }) => name),
  }))
  const wanted = new Set([
    ...keys.map(({ name }) => name),
    ...installed.flatMap(({ skill }) => skill.manifest.permissions.secrets),
  ])
  const stored = new Set(views.map(({ name }) => name))
  return {
    credentials,
    environment: [...env.credentials].map(([name, { hosts, value }]) => {
      return { name, hosts: [...hosts], is_set: Boolean(value), is_shadowed: stored.has(name) }
    }),
    unnamed: [...env.unnamedSecrets].filter((name) => wanted.has(name)),
  }
}
