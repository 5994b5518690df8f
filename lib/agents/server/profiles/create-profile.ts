import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { type Outcome, refuseField } from '#lib/platform/server/http/outcome.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import { shareRing } from '#lib/platform/server/vault/current-key.ts'
import { sealInEnvelope } from '#lib/platform/server/vault/envelope.ts'
import type { KeyRing } from '#lib/platform/server/vault/key-ring.ts'
import { sealedProfiles } from '#lib/platform/server/vault/sealed-tables.ts'
import { newId } from '#runner/contract/ids.ts'
import { sha256 } from '#runner/core/hash.ts'
import { isTooMany, tooManyHosts, tooManyKeys } from '../../model/profile-schema.ts'
import type { ProfileTemplate } from '../../model/profile-template.ts'
import { type ProfileRequest, withTemplate } from './profile-templates.ts'

export type ProfilePorts = Pick<PlatformPorts, 'db' | 'audit' | 'clock' | 'randomBytes'> & {
  readonly ring: () => KeyRing
  /** Absent: there are no templates. */
  readonly templates?: readonly ProfileTemplate[]
}

/** How long a profile may stay unlocked. */
export const unlockedMs = 24 * 60 * 60_000

type Wanted = ReturnType<typeof withTemplate>

/** A request for a profile, completed with its template. */
export function wantedOf(request: ProfileRequest, templates: readonly ProfileTemplate[]): Outcome<Wanted> {
  const template = templates.find(({ name }) => name === request.template)
  if (request.template !== undefined && template === undefined) {
    return refuseField('template', `must be one of: ${templates.map(({ name }) => name).join(', ')}`)
  }
  const wanted = withTemplate(request, template)
  if (isTooMany.keys(wanted.keys.length)) return refuseField('keys', tooManyKeys)
  if (isTooMany.hosts(wanted.hosts.length)) return refuseField('hosts', tooManyHosts)
  return { ok: true, value: wanted }
}

/** Stores a new, unlocked profile. `creatorHash`: of the address of the agent; null: an operator creates it. */
export async function insertProfile(
  tx: Prisma.TransactionClient,
  { ring, clock, randomBytes }: Pick<ProfilePorts, 'ring' | 'clock' | 'randomBytes'>,
  { description, keys, hosts, limits }: Wanted,
  creatorHash: string | null,
): Promise<{ readonly id: string; readonly token: string }> {
  const [id, token] = [newId('prof', randomBytes), newId('ark', randomBytes)]
  const byOperator = creatorHash === null
  await shareRing(tx, ring)
  await tx.profile.create({
    data: {
      id,
      tokenHash: sha256(token),
      ...sealInEnvelope(ring(), randomBytes, token, sealedProfiles.subjectOf(id)),
      description,
      describedByOperator: byOperator,
      hosts,
      limits,
      creatorHash,
      endsUnlocked: true,
      expiresAt: new Date(clock.now() + unlockedMs),
      createdAt: new Date(clock.now()),
    },
  })
  await tx.profileKey.createMany({
    data: keys.map((key) => ({ profileId: id, ...key, byOperator })),
    skipDuplicates: true,
  })
  return { id, token }
}
