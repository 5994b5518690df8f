import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Credential, Prisma, Profile, ProfileKey, Proposal } from '#lib/platform/server/db/generated/client.ts'
import type { ExplainedProfile } from '#lib/skills/server/invoking/explain-skill.ts'
import type { Clock } from '#runner/core/ports.ts'
import type { ProfileView, ProposalView } from '../../model/profile-schema.ts'
import { placesOf } from './approved-credentials.ts'
import { stateOf } from './profile-state.ts'
import { readSettings } from './stored-settings.ts'

/** The stored credential of a key, without its value. */
type KeyCredential = Pick<
  Credential,
  'id' | 'name' | 'kind' | 'detail' | 'description' | 'hosts' | 'expiresAt' | 'updatedAt'
>

/** A profile with its keys and credentials. `withValue`: the names of its keys that have a value, even an expired one. */
export type ReadProfile = {
  readonly row: Profile
  readonly keys: readonly ProfileKey[]
  readonly withValue: ReadonlySet<string>
  /** The stored credentials of its keys, by name. */
  readonly credentials: ReadonlyMap<string, KeyCredential>
}

export async function readProfile(tx: Prisma.TransactionClient, id: string): Promise<ReadProfile | undefined> {
  const [profile] = await readProfiles(tx, { where: { id } })
  return profile
}

/** Reads several profiles with a fixed number of queries. */
export async function readProfiles(
  tx: Prisma.TransactionClient,
  which: Pick<Prisma.ProfileFindManyArgs, 'where' | 'orderBy' | 'take'>,
): Promise<readonly ReadProfile[]> {
  const found = await tx.profile.findMany({ ...which, include: { keys: { orderBy: { name: 'asc' } } } })
  const names = new Set(found.flatMap(({ keys }) => keys.map(({ name }) => name)))
  const where = { name: { in: [...names] } }
  const stored = await tx.credential.findMany({
    where,
    select: {
      id: true,
      name: true,
      kind: true,
      detail: true,
      description: true,
      hosts: true,
      expiresAt: true,
      updatedAt: true,
    },
  })
  // A separate query, so that no value is read, not even an encrypted one.
  const filled = await tx.credential.findMany({ where: { ...where, sealed: { not: null } }, select: { name: true } })
  const all = new Map(stored.map((one) => [one.name, one]))
  const allFilled = new Set(filled.map(({ name }) => name))
  return found.map(({ keys, ...row }) => {
    const own = keys.flatMap(({ name }) => all.get(name) ?? [])
    const credentials = new Map(own.map((one) => [one.name, one]))
    const withValue = new Set(own.map(({ name }) => name).filter((name) => allFilled.has(name)))
    return { row, keys, withValue, credentials }
  })
}

/** Whether a credential of this name has a value that is not expired. An expired value is never used. */
export function hasValue(
  { withValue, credentials }: Pick<ReadProfile, 'withValue' | 'credentials'>,
  name: string,
  now: Date,
): boolean {
  const expiresAt = credentials.get(name)?.expiresAt ?? null
  return withValue.has(name) && (expiresAt === null || expiresAt > now)
}

/** The profile as its agent sees it. */
export function viewOf(
  { row, keys, withValue, credentials }: ReadProfile,
  proposals: readonly Proposal[],
  token: string,
  now: Date,
): ProfileView {
  const { limits, scripts, unreadable } = readSettings(row)
  return {
    profile_id: token,
    description: row.description,
    locked: row.lockedAt !== null,
    state: stateOf(row, now),
    keys: keys.map(({ name, description, credentialId, places }) => {
      // Only about a credential that an operator approved for this profile: an agent can name any other one, and must
      // not learn which names exist.
      const approved = [credentials.get(name)].find((stored) => stored?.id === credentialId)
      const value_exists = approved !== undefined && hasValue({ withValue, credentials }, name, now)
      return {
        name,
        description,
        value_exists,
        ...(value_exists ? { use: approved.kind, hosts: approved.hosts } : {}),
        ...(value_exists && approved.kind === 'plain' ? { places: [...placesOf(places)] } : {}),
      }
    }),
    hosts: row.hosts,
    limits,
    scripts,
    ...(unreadable.length > 0 ? { unreadable: [...unreadable] } : {}),
    version: row.version,
    expires_at: row.expiresAt?.toISOString() ?? null,
    proposals: proposals.map((proposal) => proposalView(proposal, now)),
  }
}

export function proposalView(
  { id, key, host, places, description, state, expiresAt }: Proposal,
  now: Date,
): ProposalView {
  return {
    proposal_id: id,
    key,
    host,
    places: [...placesOf(places)],
    description,
    state: state === 'pending' && expiresAt <= now ? 'lapsed' : state,
    expires_at: expiresAt.toISOString(),
  }
}

/** What the profile with this id (`prof_…`) may access. `undefined`: there is no such profile. */
export async function findProfileScope(
  { db, clock }: { readonly db: DatabaseClient; readonly clock: Pick<Clock, 'now'> },
  id: string,
): Promise<ExplainedProfile | undefined> {
  const found = await readProfile(db, id)
  if (!found) return undefined
  const { timeout_s, memory_mb, fuel } = readSettings(found.row).limits
  return {
    id,
    state: stateOf(found.row, new Date(clock.now())),
    scope: {
      hosts: found.row.hosts,
      keys: found.keys.map(({ name }) => name),
      limits: { timeoutMs: timeout_s === undefined ? undefined : timeout_s * 1000, memoryMb: memory_mb, fuel },
    },
  }
}
