import { type ProfileState, stateOf } from '#lib/agents/server/profiles/profile-state.ts'
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
    db.profileKey.groupBy({ by: ['name'], where: { profile: { revokedAt: null } }, _count: true }),
    skills.all(),
  ])
  const profilesOf = await readNewest(
    db,
    views.map(({ name }) => name),
    new Date(clock.now()),
  )
  const totals = new Map(keys.map(({ name, _count }) => [name, _count]))
  const credentials = views.map((view) => ({
    ...view,
    profiles: profilesOf(view.name),
    profiles_total: totals.get(view.name) ?? 0,
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

/** Longer lists are cut: agents create profiles themselves. */
const mostProfiles = 100

type Using = ProfileState & { readonly name: string; readonly id: string; readonly description: string }

/** The newest profiles that use each of these names. */
async function readNewest(db: ListPorts['db'], names: readonly string[], now: Date) {
  const rows = await db.$queryRaw<Using[]>`
    select wanted.name, using_it.* from unnest(${names}::text[]) as wanted(name) cross join lateral (
      select p.id, p.description, p.locked_at as "lockedAt", p.expires_at as "expiresAt", p.revoked_at as "revokedAt"
      from profiles p join profile_keys k on k.profile_id = p.id and k.name = wanted.name
      where p.revoked_at is null order by p.created_at desc limit ${mostProfiles}) as using_it`
  const found = Map.groupBy(rows, ({ name }) => name)
  return (name: string): ConsoleCredential['profiles'] =>
    (found.get(name) ?? []).map(({ id, description, ...times }) => ({ id, description, state: stateOf(times, now) }))
}
