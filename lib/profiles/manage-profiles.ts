import * as z from 'zod'
import type { Prisma } from '#lib/db/generated/client.ts'
import { parseInput } from '#lib/http/input-error.ts'
import { type Outcome, refuse, refuseField } from '#lib/http/outcome.ts'
import { openEnvelope } from '#lib/vault/envelope.ts'
import { sealedProfiles } from '#lib/vault/sealed-tables.ts'
import { EgressHost } from '#runner/contract/manifest.ts'
import type { Principal } from '#runner/contract/principal.ts'
import { isTooMany, ProfileLimits, type ProfileView, tooManyHosts, tooManyKeys, WantedKey } from './profile-schema.ts'
import type { ProfilePorts } from './profiles.ts'
import { type ReadProfile, readProfile, stateOf, viewOf } from './read-profile.ts'

/** The operator who asks. */
type Actor = Pick<Principal, 'id' | 'source'>

/** A profile in the console, by its own id instead of its token. */
export type ManagedProfile = Omit<ProfileView, 'profile_id'> & { readonly id: string; readonly created_at: string }

/** What operators do with profiles, by `prof_…`. An unknown id is NOT_FOUND. */
export type ManageProfiles = {
  list(): Promise<readonly ManagedProfile[]>
  /** The token, to hand over. */
  token(id: string): Promise<Outcome<{ readonly token: string }>>
  /** Changes keys, hosts and limits while it is unlocked; description and expiry always. */
  change(id: string, input: unknown, actor: Actor): Promise<Outcome<ManagedProfile>>
  /** CONFLICT while a key has no value. From then on it may execute, and nothing unlocks it. */
  lock(id: string, actor: Actor): Promise<Outcome<ManagedProfile>>
  /** For good. What runs for it ends. */
  revoke(id: string, actor: Actor): Promise<Outcome<ManagedProfile>>
  /** Applying a proposal makes a new version of the profile. CONFLICT if it is decided or has lapsed. */
  decide(proposalId: string, verdict: 'applied' | 'rejected', actor: Actor): Promise<Outcome<ManagedProfile>>
}

const ProfileChange = z.strictObject({
  description: z.string().trim().min(1).max(500).optional(),
  keys: z.array(WantedKey).optional(),
  hosts: z.array(EgressHost).optional(),
  limits: ProfileLimits.optional(),
  expires_at: z.iso.datetime({ offset: true }).nullable().optional(),
})

const mostShown = 500

type ManagePorts = ProfilePorts & {
  /** Called when a profile was revoked: ends what runs and waits for it. Absent: nothing does. */
  readonly revoked?: (profileId: string) => Promise<void>
}

export function createManageProfiles(ports: ManagePorts): ManageProfiles {
  const { db, clock, audit, revoked } = ports
  const now = () => new Date(clock.now())
  const managed = (profile: ReadProfile): ManagedProfile => {
    const { profile_id: _, ...view } = viewOf(profile, '', now())
    return { id: profile.row.id, created_at: profile.row.createdAt.toISOString(), ...view }
  }
  const record = (tx: Prisma.TransactionClient, actor: Actor, action: string, subject: string, detail = {}) =>
    audit.record(tx, { at: now(), actorUserId: actor.id, actorSource: actor.source, action, subject, detail })

  /** Runs `work` with the locked row of a profile, and answers with the profile as it is then. */
  const withProfile = (
    id: string,
    work: (tx: Prisma.TransactionClient, profile: ReadProfile) => Promise<Outcome<unknown>>,
  ): Promise<Outcome<ManagedProfile>> =>
    db.$transaction(async (tx) => {
      await tx.$queryRaw`select 1 from profiles where id = ${id} for update`
      const profile = await readProfile(tx, id)
      if (!profile) return refuse('NOT_FOUND')
      const done = await work(tx, profile)
      const after = await readProfile(tx, id)
      return done.ok ? (after ? { ok: true, value: managed(after) } : refuse('NOT_FOUND')) : done
    })

  return {
    async list() {
      const rows = await db.profile.findMany({ orderBy: { createdAt: 'desc' }, take: mostShown, select: { id: true } })
      const read = await Promise.all(rows.map(({ id }) => readProfile(db, id)))
      return read.flatMap((profile) => (profile ? [managed(profile)] : []))
    },

    async token(id) {
      const row = await db.profile.findUnique({ where: { id }, select: { sealed: true } })
      const token = row && openEnvelope(ports.ring(), row.sealed, sealedProfiles.subjectOf(id))
      return token ? { ok: true, value: { token } } : refuse('NOT_FOUND')
    },

    async change(id, input, actor) {
      const parsed = parseInput(ProfileChange, input, 'profile')
      if (!parsed.ok) return parsed
      const { keys, hosts, limits, description, expires_at } = parsed.value
      if (keys && isTooMany.keys(keys.length)) return refuseField('keys', tooManyKeys)
      if (hosts && isTooMany.hosts(hosts.length)) return refuseField('hosts', tooManyHosts)
      return withProfile(id, async (tx, { row }) => {
        const isStructural = keys !== undefined || hosts !== undefined || limits !== undefined
        if (isStructural && row.lockedAt !== null) {
          return refuse('CONFLICT', { message: 'The profile is locked: its keys, hosts and limits stay as they are.' })
        }
        if (keys) {
          await tx.profileKey.deleteMany({ where: { profileId: id } })
          await tx.profileKey.createMany({ data: keys.map((key) => ({ profileId: id, ...key })), skipDuplicates: true })
        }
        await tx.profile.update({
          where: { id },
          data: {
            ...(description === undefined ? {} : { description }),
            ...(hosts === undefined ? {} : { hosts: [...new Set(hosts)] }),
            ...(limits === undefined ? {} : { limits }),
            ...(expires_at === undefined ? {} : { expiresAt: expires_at === null ? null : new Date(expires_at) }),
            ...(isStructural ? { version: { increment: 1 } } : {}),
          },
        })
        await record(tx, actor, 'profile.changed', id, { fields: Object.keys(parsed.value) })
        return { ok: true, value: undefined }
      })
    },

    lock: (id, actor) =>
      withProfile(id, async (tx, profile) => {
        const state = stateOf(profile.row, now())
        if (state !== 'unlocked') return refuse('CONFLICT', { message: `The profile is ${state}.` })
        const missing = profile.keys.map(({ name }) => name).filter((name) => !profile.withValue.has(name))
        if (missing.length > 0) {
          const message = `These keys have no value yet: ${missing.join(', ')}. Fill them in or remove them, then lock the profile.`
          return refuse('CONFLICT', {
            message,
            details: Object.fromEntries(missing.map((name) => [name, 'has no value'])),
          })
        }
        await tx.profile.update({ where: { id }, data: { lockedAt: now() } })
        await record(tx, actor, 'profile.locked', id, { version: profile.row.version })
        return { ok: true, value: undefined }
      }),

    async revoke(id, actor) {
      const profile = await withProfile(id, async (tx, { row }) => {
        if (row.revokedAt !== null) return { ok: true, value: undefined }
        await tx.profile.update({ where: { id }, data: { revokedAt: now() } })
        await record(tx, actor, 'profile.revoked', id)
        return { ok: true, value: undefined }
      })
      if (profile.ok) await revoked?.(id)
      return profile
    },

    async decide(proposalId, verdict, actor) {
      const proposal = await db.proposal.findUnique({ where: { id: proposalId } })
      if (!proposal) return refuse('NOT_FOUND')
      const { profileId, key, host, description, expiresAt } = proposal
      return withProfile(profileId, async (tx, { row, keys }) => {
        const names = new Set([...keys.map(({ name }) => name), ...(key === null ? [] : [key])])
        const hosts = [...new Set([...row.hosts, ...(host === null ? [] : [host])])]
        if (verdict === 'applied' && isTooMany.keys(names.size)) return refuseField('keys', tooManyKeys)
        if (verdict === 'applied' && isTooMany.hosts(hosts.length)) return refuseField('hosts', tooManyHosts)
        const { count } = await tx.proposal.updateMany({
          where: { id: proposalId, state: 'pending', expiresAt: { gt: now() } },
          data: { state: verdict, decidedAt: now() },
        })
        if (count === 0) {
          const why = expiresAt <= now() ? 'has lapsed' : 'was already decided'
          return refuse('CONFLICT', { message: `The proposal ${why}.` })
        }
        if (verdict === 'applied') {
          if (key !== null) {
            await tx.profileKey.createMany({ data: [{ profileId, name: key, description }], skipDuplicates: true })
          }
          await tx.profile.update({ where: { id: profileId }, data: { hosts, version: { increment: 1 } } })
        }
        await record(tx, actor, `proposal.${verdict}`, proposalId, { profile: profileId, asked: key ?? host ?? '' })
        return { ok: true, value: undefined }
      })
    },
  }
}
