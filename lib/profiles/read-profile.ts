import type { Prisma, Profile, ProfileKey, Proposal } from '#lib/db/generated/client.ts'
import { ProfileLimits, type ProfileView, type ProposalView } from '#lib/shared/profile-schema.ts'

/** A profile with all that belongs to it. `withValue`: the names of its keys that have a value now. */
export type ReadProfile = {
  readonly row: Profile
  readonly keys: readonly ProfileKey[]
  readonly proposals: readonly Proposal[]
  readonly withValue: ReadonlySet<string>
}

export async function readProfile(tx: Prisma.TransactionClient, id: string): Promise<ReadProfile | undefined> {
  const found = await tx.profile.findUnique({
    where: { id },
    include: { keys: { orderBy: { name: 'asc' } }, proposals: { orderBy: { createdAt: 'asc' } } },
  })
  if (!found) return undefined
  const { keys, proposals, ...row } = found
  const credentials = await tx.credential.findMany({
    where: { name: { in: keys.map(({ name }) => name) }, sealed: { not: null } },
    select: { name: true },
  })
  return { row, keys, proposals, withValue: new Set(credentials.map(({ name }) => name)) }
}

export function stateOf({ revokedAt, expiresAt, lockedAt }: Profile, now: Date): ProfileView['state'] {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return lockedAt === null ? 'unlocked' : 'locked'
}

/** The profile as its agent sees it. */
export function viewOf({ row, keys, proposals, withValue }: ReadProfile, token: string, now: Date): ProfileView {
  return {
    profile_id: token,
    description: row.description,
    locked: row.lockedAt !== null,
    state: stateOf(row, now),
    keys: keys.map(({ name, description }) => ({ name, description, value_exists: withValue.has(name) })),
    hosts: row.hosts,
    limits: ProfileLimits.parse(row.limits),
    version: row.version,
    expires_at: row.expiresAt?.toISOString() ?? null,
    proposals: proposals.map((proposal) => proposalView(proposal, now)),
  }
}

export function proposalView({ id, key, host, description, state, expiresAt }: Proposal, now: Date): ProposalView {
  return {
    proposal_id: id,
    key,
    host,
    description,
    state: state === 'pending' && expiresAt <= now ? 'lapsed' : state,
    expires_at: expiresAt.toISOString(),
  }
}
