import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Credential, Prisma, Proposal } from '#lib/platform/server/db/generated/client.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { ApprovedCredentials } from '#lib/platform/server/vault/vault-broker.ts'
import { SecretPlace } from '#runner/contract/bound-credentials.ts'
import { isId } from '#runner/contract/ids.ts'

/** The stored places. Unknown ones, which a later version may have stored, are not allowed. */
export const placesOf = (stored: readonly string[]): readonly SecretPlace[] =>
  SecretPlace.options.filter((place) => stored.includes(place))

/** What a proposal asks for, in one line: a host, or a key with the places in which scripts may use it. */
export const askedBy = ({ key, host, places }: Pick<Proposal, 'key' | 'host' | 'places'>): string =>
  [key ?? host, ...placesOf(places)].join(' ')

/** For the executions of a profile: the credentials that an operator approved for it. */
export const createApprovedCredentials =
  (db: Pick<DatabaseClient, 'profileKey'>): ApprovedCredentials =>
  async ({ id: profileId }, names) => {
    if (!isId('prof', profileId)) return undefined
    const where = { profileId, name: { in: [...names] } }
    const keys = await db.profileKey.findMany({ where, select: { name: true, credentialId: true, places: true } })
    return new Map(keys.map(({ name, credentialId: id, places }) => [name, { id, places: placesOf(places) }]))
  }

type Usable = readonly Pick<Credential, 'id' | 'name'>[]

/** The stored credentials of these names. CONFLICT: one of them has no value now. */
export async function findUsable(
  tx: Prisma.TransactionClient,
  names: readonly string[],
  now: Date,
): Promise<Outcome<Usable>> {
  const usable = await tx.credential.findMany({
    where: { name: { in: [...names] }, sealed: { not: null }, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
    select: { id: true, name: true },
  })
  const missing = names.filter((name) => !usable.some((one) => one.name === name))
  if (missing.length === 0) return { ok: true, value: usable }
  return refuse('CONFLICT', {
    message: `These keys have no value yet, or an expired one: ${missing.join(', ')}. Fill them in first.`,
    details: Object.fromEntries(missing.map((name) => [name, 'has no value, or an expired one'])),
  })
}

/** From now on, the profile's keys of these names mean these credentials, and no other ones of the same names. */
export async function approve(tx: Prisma.TransactionClient, profileId: string, usable: Usable): Promise<void> {
  for (const { id: credentialId, name } of usable) {
    await tx.profileKey.updateMany({ where: { profileId, name }, data: { credentialId } })
  }
}
