import { ProfileLimits, ProfileScripts } from '#lib/agents/model/profile-schema.ts'
import { placesOf } from '#lib/agents/server/profiles/approved-credentials.ts'
import type { Credential, Prisma, Profile, ProfileKey } from '#lib/platform/server/db/generated/client.ts'
import { openedValue, readUse } from '#lib/platform/server/vault/credentials.ts'
import { openEnvelope } from '#lib/platform/server/vault/envelope.ts'
import type { KeyRing } from '#lib/platform/server/vault/key-ring.ts'
import { sealedProfiles } from '#lib/platform/server/vault/sealed-tables.ts'
import type { CredentialLine, ProfileLine } from './export-lines.ts'

export type StoredProfile = Profile & { readonly keys: readonly ProfileKey[] }

/** Reads profiles with their keys in one order, so that equal profiles have equal lines. */
export const withKeys = { keys: { orderBy: { name: 'asc' } } } as const satisfies Prisma.ProfileInclude

/** `value`: undefined if it cannot be decrypted. */
export type StoredCredentialLine = Omit<CredentialLine, 'value'> & { readonly value: string | null | undefined }

/** A credential with its value in clear. */
export const lineOfCredential = (ring: KeyRing, row: Credential): StoredCredentialLine => ({
  kind: 'credential',
  name: row.name,
  description: row.description,
  use: readUse(row),
  hosts: row.hosts,
  value: row.sealed === null ? null : openedValue(ring, row),
  expires_at: timeOf(row.expiresAt),
})

/**
 * A profile with its token in clear. Undefined: the token cannot be decrypted, or a setting cannot be read.
 *
 * @param idOf the id of the stored credential of a name
 */
export function lineOfProfile(
  ring: KeyRing,
  row: StoredProfile,
  idOf: ReadonlyMap<string, string>,
): ProfileLine | undefined {
  const token = openEnvelope(ring, row.sealed, sealedProfiles.subjectOf(row.id))
  const [limits, scripts] = [ProfileLimits.safeParse(row.limits).data, ProfileScripts.safeParse(row.scripts).data]
  if (token === undefined || limits === undefined || scripts === undefined) return undefined
  return {
    kind: 'profile',
    id: row.id,
    token,
    description: row.description,
    described_by_operator: row.describedByOperator,
    hosts: row.hosts,
    limits,
    scripts,
    version: row.version,
    locked_at: timeOf(row.lockedAt),
    expires_at: timeOf(row.expiresAt),
    ends_unlocked: row.endsUnlocked,
    revoked_at: timeOf(row.revokedAt),
    created_at: row.createdAt.toISOString(),
    keys: row.keys.map(({ name, description, byOperator, credentialId, places, addedAt }) => ({
      name,
      description,
      by_operator: byOperator,
      is_approved: idOf.get(name) === credentialId,
      places: [...placesOf(places)],
      added_at: addedAt.toISOString(),
    })),
  }
}

const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null
