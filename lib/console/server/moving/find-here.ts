import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { KeyRing } from '#lib/platform/server/vault/key-ring.ts'
import { mostBlocked } from '../../model/console-move.ts'
import { lineOfProfile, withKeys } from './rows-as-lines.ts'

/**
 * The profile of a line as it is here, and who has the token of the line or had it.
 *
 * @param replaced the ids that credentials had before this import replaced them, by name
 */
export async function findProfile(
  tx: Prisma.TransactionClient,
  ring: KeyRing,
  { id, tokenHash }: { readonly id: string; readonly tokenHash: string },
  replaced: ReadonlyMap<string, string>,
) {
  const row = await tx.profile.findUnique({ where: { id }, include: withKeys })
  const names = { name: { in: row?.keys.map(({ name }) => name) ?? [] } }
  const stored = await tx.credential.findMany({ where: names, select: { id: true, name: true } })
  const idOf = new Map([...stored.map((one) => [one.name, one.id] as const), ...replaced])
  const holder = await tx.profile.findUnique({ where: { tokenHash }, select: { id: true } })
  const ended = await tx.tombstone.findFirst({ where: { OR: [{ id }, { tokenHash }] }, select: { id: true } })
  return {
    row,
    line: row === null ? undefined : (lineOfProfile(ring, row, idOf) ?? null),
    holder: holder?.id,
    hasTombstone: ended !== null,
  }
}

/** The profiles in force that have a credential approved. One more than are shown says that there are more. */
export async function findRestingOn(tx: Prisma.TransactionClient, credentialId: string): Promise<string[]> {
  const keys = await tx.profileKey.findMany({
    where: { credentialId, profile: { revokedAt: null } },
    select: { profileId: true },
    orderBy: { profileId: 'asc' },
    take: mostBlocked + 1,
  })
  return keys.map(({ profileId }) => profileId)
}
