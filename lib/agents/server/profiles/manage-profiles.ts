import type * as z from 'zod'
import type { Context } from '#lib/platform/server/auth/context.ts'
import { forgetPrincipals } from '#lib/platform/server/auth/forget-principals.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { cursorOf, cutPage, readAfter } from '#lib/platform/server/db/pages.ts'
import { parseInput } from '#lib/platform/server/http/input-error.ts'
import { type Outcome, type Refused, refuse, refuseField } from '#lib/platform/server/http/outcome.ts'
import { readUse } from '#lib/platform/server/vault/credentials.ts'
import { openEnvelope } from '#lib/platform/server/vault/envelope.ts'
import { sealedProfiles } from '#lib/platform/server/vault/sealed-tables.ts'
import {
  type ConsoleProfile,
  type ConsoleProfiles,
  type ConsoleProposalPage,
  mostUsers,
  NewConsoleProfile,
  ProfileChange,
  ProfileLock,
  type ProfileQuery,
  type ProfileRemoval,
  type ProfileRow,
  type RemovedProfile,
  type RevokedProfiles,
  type RevokeUnlocked,
} from '../../model/console-profile.ts'
import { isTooMany, type ProfileLimits, tooManyHosts, tooManyKeys } from '../../model/profile-schema.ts'
import { forgetScripts } from '../scripts/forget-scripts.ts'
import { approve, askedBy, findUsable, placesOf } from './approved-credentials.ts'
import { insertProfile, type ProfilePorts, unlockedMs, wantedOf } from './create-profile.ts'
import { countUsers } from './find-users.ts'
import { beyond, latestFirst, stateOf, unlockedAt } from './profile-state.ts'
import { hasValue, proposalView, type ReadProfile, readProfile, readProfiles, viewOf } from './read-profile.ts'
import { listOlderProposals, readProposals, type ShownProposals } from './read-proposals.ts'
import { readSettings } from './stored-settings.ts'

/** Profiles per page. */
const pageSize = 50
/** A profile may have many executions. */
const removalLimits = { timeout: 10 * 60_000 }

type ManagePorts = ProfilePorts & {
  /** Called after a profile is revoked, to end its executions. Absent: none are ended. */
  readonly revoked?: (profileId: string) => Promise<void>
}

/** The operations of operators on profiles, by id (`prof_…`). An unknown id is NOT_FOUND. */
export function createManageProfiles(ports: ManagePorts) {
  const { db, clock, audit, revoked, templates = [] } = ports
  const now = () => new Date(clock.now())
  const countUses = (tx: Prisma.TransactionClient, profiles: readonly ReadProfile[]) =>
    countUsers(tx, [...new Set(profiles.flatMap(({ keys }) => keys.map(({ name }) => name)))])
  /** The number of proposals that wait for a decision, by profile. */
  const countWaiting = async (profiles: readonly ReadProfile[]) => {
    const counts = await db.proposal.groupBy({
      by: ['profileId'],
      where: {
        profileId: { in: profiles.map(({ row }) => row.id) },
        state: 'pending',
        expiresAt: { gt: now() },
      },
      _count: true,
    })
    return new Map(counts.map(({ profileId, _count }) => [profileId, _count]))
  }
  const record = (tx: Prisma.TransactionClient, { principal }: Context, action: string, subject: string, detail = {}) =>
    audit.record(tx, { at: now(), by: principal, action, subject, detail })

  const read = async (tx: Prisma.TransactionClient, id: string): Promise<Outcome<ConsoleProfile>> => {
    const profile = await readProfile(tx, id)
    if (!profile) return refuse('NOT_FOUND')
    const [uses, proposals] = [await countUses(tx, [profile]), await readProposals(tx, id, now())]
    return { ok: true, value: consoleView(profile, proposals, uses, now()) }
  }

  /** Runs `work` while the row of a profile is locked, and returns the resulting profile. */
  const withProfile = (
    id: string,
    work: (tx: Prisma.TransactionClient, profile: ReadProfile) => Promise<Outcome<unknown>>,
  ): Promise<Outcome<ConsoleProfile>> =>
    db.$transaction(async (tx) => {
      await tx.$queryRaw`select 1 from profiles where id = ${id} for update`
      const profile = await readProfile(tx, id)
      if (!profile) return refuse('NOT_FOUND')
      const done = await work(tx, profile)
      return done.ok ? read(tx, id) : done
    })

  return {
    /** A page of profiles, the newest first. */
    async list({ after }: ProfileQuery): Promise<Outcome<Omit<ConsoleProfiles, 'unlocked_days'>>> {
      const from = readAfter(after, /^prof_\w{1,64}$/)
      if (!from.ok) return from
      const found = await readProfiles(db, { where: beyond(from.value), orderBy: latestFirst, take: pageSize + 1 })
      const { shown, next } = cutPage(found, pageSize, ({ row }) => cursorOf(row.createdAt, row.id))
      const [uses, waiting] = [await countUses(db, shown), await countWaiting(shown)]
      const profiles = shown.map((profile) => ({
        ...withoutProposals(profile, uses, now()),
        waiting_proposals: waiting.get(profile.row.id) ?? 0,
      }))
      return { ok: true, value: { profiles, next } }
    },

    /** Creates an unlocked profile, by hand or from a template. Like an agent's, it ends after a day unless it is locked. */
    async create(context: Context, input: unknown): Promise<Outcome<ConsoleProfile>> {
      const parsed = parseInput(NewConsoleProfile, input, 'profile')
      if (!parsed.ok) return parsed
      const wanted = wantedOf(parsed.value, templates)
      if (!wanted.ok) return wanted
      return db.$transaction(async (tx) => {
        const { id } = await insertProfile(tx, ports, wanted.value, null)
        const { template } = parsed.value
        await record(tx, context, 'profile.created', id, template === undefined ? {} : { template })
        return read(tx, id)
      })
    },

    read: (id: string): Promise<Outcome<ConsoleProfile>> => read(db, id),

    /** A page of a profile's decided and lapsed proposals, the latest first. `after`: the cursor of the page before. */
    olderProposals: (id: string, after: string): Promise<Outcome<ConsoleProposalPage>> =>
      listOlderProposals(db, id, after, now()),

    /** The profile's token, for the operator to hand over. The audit trail records the operator. */
    async token(context: Context, id: string): Promise<Outcome<{ readonly token: string }>> {
      const row = await db.profile.findUnique({ where: { id }, select: { sealed: true } })
      const token = row && openEnvelope(ports.ring(), row.sealed, sealedProfiles.subjectOf(id))
      if (!token) return refuse('NOT_FOUND')
      await db.$transaction((tx) => record(tx, context, 'profile.token_read', id))
      return { ok: true, value: { token } }
    },

    /** Keys, hosts and limits can change only while the profile is unlocked; everything else at any time. */
    async change(context: Context, id: string, input: unknown): Promise<Outcome<ConsoleProfile>> {
      const parsed = parseInput(ProfileChange, input, 'profile')
      if (!parsed.ok) return parsed
      const change = withoutEmpty(parsed.value)
      const { keys, hosts, limits, scripts, description, expires_at } = change
      return withProfile(id, async (tx, profile) => {
        const { row } = profile
        const fields = Object.keys(change)
        if (fields.length === 0) return { ok: true, value: undefined }
        const { add = [], remove = [], approve: again = [], places = [] } = keys ?? {}
        const isStructural = add.length + remove.length > 0 || hosts !== undefined || limits !== undefined
        const state = stateOf(row, now())
        if (isStructural && state !== 'unlocked') {
          return refuse('CONFLICT', {
            message: `The profile is ${state}: its keys, hosts and limits stay as they are.`,
          })
        }
        const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name)
        const newNames = changedList(namesOf(profile.keys), { add: namesOf(add), remove })
        const [other] = again.filter((name) => !newNames.includes(name))
        if (other !== undefined) return refuseField('keys.approve', `${other} is no key of this profile`)
        const placed = places.find(({ name }) => !newNames.includes(name))
        if (placed) return refuseField('keys.places', `${placed.name} is no key of this profile`)
        const newHosts = hosts && changedList(row.hosts, hosts)
        // Before the first write, because a refusal does not roll the transaction back.
        if (isTooMany.keys(newNames.length)) return refuseField('keys', tooManyKeys)
        if (newHosts && isTooMany.hosts(newHosts.length)) return refuseField('hosts', tooManyHosts)
        const usable = await findUsable(tx, again, now())
        if (!usable.ok) return usable
        await tx.profileKey.deleteMany({ where: { profileId: id, name: { in: remove } } })
        const data = add.map((key) => ({ profileId: id, ...key, byOperator: true }))
        await tx.profileKey.createMany({ data, skipDuplicates: true })
        await approve(tx, id, usable.value)
        for (const { name, places: allowed } of places) {
          await tx.profileKey.updateMany({ where: { profileId: id, name }, data: { places: allowed } })
        }
        await tx.profile.update({
          where: { id },
          data: {
            ...(description === undefined ? {} : { description, describedByOperator: true }),
            ...(newHosts === undefined ? {} : { hosts: newHosts }),
            ...(limits === undefined ? {} : { limits: changedLimits(readSettings(row).limits, limits) }),
            ...(scripts === undefined ? {} : { scripts: { ...readSettings(row).scripts, ...scripts } }),
            ...expiryOf(expires_at, row),
            // Cached results of scripts depend on the version.
            ...(isStructural || again.length + places.length > 0 || scripts !== undefined
              ? { version: { increment: 1 } }
              : {}),
          },
        })
        const { shows_lookalikes } = scripts ?? {}
        const shown = shows_lookalikes === undefined ? {} : { shows_lookalikes }
        await record(tx, context, 'profile.changed', id, { fields, ...shown })
        return { ok: true, value: undefined }
      })
    },

    /**
     * Locks a profile permanently, which lets it execute. CONFLICT if it is not unlocked, a key has no value, or the agent
     * has changed the profile since the operator saw it.
     */
    async lock(context: Context, id: string, input: unknown): Promise<Outcome<ConsoleProfile>> {
      const parsed = parseInput(ProfileLock, input, 'body')
      if (!parsed.ok) return parsed
      const { version } = parsed.value
      return withProfile(id, async (tx, profile) => {
        const state = stateOf(profile.row, now())
        if (state !== 'unlocked') return refuse('CONFLICT', { message: `The profile is ${state}.` })
        if (profile.row.version !== version) {
          return refuse('CONFLICT', {
            message: 'Its keys, hosts or limits have changed meanwhile: check them, then lock the profile.',
          })
        }
        const names = profile.keys.map(({ name }) => name)
        const usable = await findUsable(tx, names, now())
        if (!usable.ok) return usable
        await approve(tx, id, usable.value)
        const { endsUnlocked } = profile.row
        const lasts = endsUnlocked ? { expiresAt: null, endsUnlocked: false } : {}
        await tx.profile.update({ where: { id }, data: { lockedAt: now(), ...lasts } })
        await record(tx, context, 'profile.locked', id, { version })
        return { ok: true, value: undefined }
      })
    },

    /** Revokes a profile permanently, and ends its executions. */
    async revoke(context: Context, id: string): Promise<Outcome<ConsoleProfile>> {
      const profile = await withProfile(id, async (tx, { row }) => {
        if (row.revokedAt !== null) return { ok: true, value: undefined }
        await tx.profile.update({ where: { id }, data: { revokedAt: now() } })
        await record(tx, context, 'profile.revoked', id)
        return { ok: true, value: undefined }
      })
      if (profile.ok) await revoked?.(id)
      return profile
    },

    /** Revokes all profiles that are unlocked and were created until the time, which is that of the newest one shown. */
    async revokeUnlocked(context: Context, { created_until }: RevokeUnlocked): Promise<Outcome<RevokedProfiles>> {
      return db.$transaction(async (tx) => {
        const where = { ...unlockedAt(now()), createdAt: { lte: new Date(created_until) } }
        const ids = (await tx.profile.updateManyAndReturn({ where, data: { revokedAt: now() }, select: { id: true } }))
          .map(({ id }) => id)
          .toSorted()
        const { principal: by } = context
        await audit.record(
          tx,
          ...ids.map((id) => ({ at: now(), by, action: 'profile.revoked', subject: id, detail: {} })),
        )
        return { ok: true, value: { revoked: ids.length } }
      })
    },

    /**
     * Deletes a revoked profile with its keys, proposals and stored values. Its executions go with it or stay, without its
     * name. CONFLICT if it is not revoked, or if something still ends.
     */
    async remove(context: Context, id: string, { history }: ProfileRemoval): Promise<Outcome<RemovedProfile>> {
      return db.$transaction(async (tx): Promise<Outcome<RemovedProfile>> => {
        const [found] = await tx.$queryRaw<{ is_revoked: boolean }[]>`
          select revoked_at is not null as is_revoked from profiles where id = ${id} for update`
        if (!found) return refuse('NOT_FOUND')
        if (!found.is_revoked) return refuse('CONFLICT', { message: 'The profile is not revoked: revoke it first.' })
        const unfinished = await tx.execution.count({
          where: { principalId: id, status: { notIn: ['success', 'error'] } },
        })
        if (unfinished > 0) {
          return refuse('CONFLICT', { message: 'What ran for the profile has not ended yet. Try again in a moment.' })
        }
        await tx.profile.delete({ where: { id } })
        const gone = await forgetPrincipals(tx, [id], { keepsExecutions: history === 'keep' })
        await forgetScripts(
          tx,
          gone.map(({ digest }) => digest),
        )
        const executions = gone.reduce((sum, one) => sum + one.executions, 0)
        await record(tx, context, 'profile.deleted', id, { history, executions })
        return { ok: true, value: { removed: id, executions } }
      }, removalLimits)
    },

    /**
     * Applying a proposal creates a new version of the profile. CONFLICT if the proposal is decided or has lapsed, or if
     * the profile of a proposal to apply is revoked or has expired, or if the key to apply has no value.
     */
    async decide(
      context: Context,
      proposalId: string,
      verdict: 'applied' | 'rejected',
    ): Promise<Outcome<ConsoleProfile>> {
      const proposal = await db.proposal.findUnique({ where: { id: proposalId } })
      if (!proposal) return refuse('NOT_FOUND')
      const { profileId, key, host, description } = proposal
      return withProfile(profileId, async (tx, { row, keys }) => {
        const refused = verdict === 'applied' ? requireExtensible(stateOf(row, now())) : undefined
        if (refused) return refused
        const names = new Set([...keys.map(({ name }) => name), ...(key === null ? [] : [key])])
        const hosts = [...new Set([...row.hosts, ...(host === null ? [] : [host])])]
        if (verdict === 'applied' && isTooMany.keys(names.size)) return refuseField('keys', tooManyKeys)
        if (verdict === 'applied' && isTooMany.hosts(hosts.length)) return refuseField('hosts', tooManyHosts)
        const isOpen = proposal.state === 'pending' && proposal.expiresAt > now()
        const own = keys.find(({ name }) => name === key)
        const isNew = key !== null && own === undefined
        const usable = await findUsable(tx, isOpen && verdict === 'applied' && isNew ? [key] : [], now())
        if (!usable.ok) return usable
        const { count } = await tx.proposal.updateMany({
          where: { id: proposalId, state: 'pending', expiresAt: { gt: now() } },
          data: { state: verdict, decidedAt: now() },
        })
        if (count === 0) {
          const { state } = await tx.proposal.findUniqueOrThrow({ where: { id: proposalId }, select: { state: true } })
          const why = state === 'pending' || state === 'lapsed' ? 'has lapsed' : 'was already decided'
          return refuse('CONFLICT', { message: `The proposal ${why}.` })
        }
        if (verdict === 'applied') {
          if (isNew) {
            await tx.profileKey.create({ data: { profileId, name: key, description, places: proposal.places } })
            await approve(tx, profileId, usable.value)
          } else if (own) {
            // Only its places change: a credential that replaced the approved one stays unapproved.
            const places = [...placesOf([...own.places, ...proposal.places])]
            await tx.profileKey.update({ where: { profileId_name: { profileId, name: own.name } }, data: { places } })
          }
          await tx.profile.update({ where: { id: profileId }, data: { hosts, version: { increment: 1 } } })
        }
        await record(tx, context, `proposal.${verdict}`, proposalId, { profile: profileId, asked: askedBy(proposal) })
        return { ok: true, value: undefined }
      })
    },
  }
}

/**
 * The stored expiry after a change. An unlocked profile without another expiry still ends a day after its creation, so
 * for it null says only that the profile does not expire once it is locked.
 */
function expiryOf(expires: string | null | undefined, { lockedAt, createdAt }: ReadProfile['row']) {
  if (expires === undefined) return {}
  if (expires !== null) return { expiresAt: new Date(expires), endsUnlocked: false }
  if (lockedAt !== null) return { expiresAt: null, endsUnlocked: false }
  return { expiresAt: new Date(createdAt.getTime() + unlockedMs), endsUnlocked: true }
}

/** Refuses to add a key or host to a revoked or expired profile, which nothing can use. */
function requireExtensible(state: ConsoleProfile['state']): Refused | undefined {
  if (state === 'revoked') {
    return refuse('CONFLICT', {
      message: 'The profile is revoked, so nothing can be added to it. Reject the proposal, or let it lapse.',
    })
  }
  if (state === 'expired') {
    return refuse('CONFLICT', {
      message: 'The profile has expired. Give it a later expiry first, then apply the proposal.',
    })
  }
  return undefined
}

/** A change without the keys, hosts, limits and choices for scripts of which it names none. */
function withoutEmpty({ keys, hosts, limits, scripts, ...others }: z.output<typeof ProfileChange>) {
  const isEmpty = (lists: typeof keys | typeof hosts) => Object.values(lists ?? {}).every(({ length }) => length === 0)
  return {
    ...others,
    ...(isEmpty(keys) ? {} : { keys }),
    ...(isEmpty(hosts) ? {} : { hosts }),
    ...(limits && Object.keys(limits).length > 0 ? { limits } : {}),
    ...(scripts && Object.keys(scripts).length > 0 ? { scripts } : {}),
  }
}

const changedList = (before: readonly string[], { add, remove }: { add: string[]; remove: string[] }): string[] => [
  ...new Set([...before.filter((one) => !remove.includes(one)), ...add]),
]

/** The stored limits after a change. Null stands for the default, which is not stored. */
const changedLimits = (stored: ProfileLimits, change: ProfileChange['limits']): Record<string, number> =>
  Object.fromEntries(
    Object.entries({ ...stored, ...change }).flatMap(([name, limit]) =>
      typeof limit === 'number' ? [[name, limit]] : [],
    ),
  )

function consoleView(
  profile: ReadProfile,
  { shown, total, older }: ShownProposals,
  uses: ReadonlyMap<string, number>,
  now: Date,
): ConsoleProfile {
  return {
    ...withoutProposals(profile, uses, now),
    proposals: shown.map((proposal) => proposalView(proposal, now)),
    proposals_total: total,
    older_proposals: older,
  }
}

function withoutProposals(
  profile: ReadProfile,
  uses: ReadonlyMap<string, number>,
  now: Date,
): Omit<ProfileRow, 'waiting_proposals'> {
  const { row, credentials } = profile
  const stored = new Map(profile.keys.map((key) => [key.name, key]))
  const { profile_id: _, proposals: _none, ...view } = viewOf(profile, [], '', now)
  const ownUse = row.revokedAt === null ? 1 : 0
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    locked_at: row.lockedAt?.toISOString() ?? null,
    revoked_at: row.revokedAt?.toISOString() ?? null,
    described_by_operator: row.describedByOperator,
    ...view,
    keys: profile.keys.map(({ name, description, credentialId }) => {
      const found = credentials.get(name)
      // Locking an unlocked profile approves the credential that has the name by then.
      const isApproved = row.lockedAt === null || found?.id === credentialId
      const hasOne = hasValue(profile, name, now)
      const value_exists = isApproved && hasOne
      const is_replaced = !isApproved && hasOne
      const credential = found && {
        use: readUse(found),
        description: found.description,
        hosts: found.hosts,
        expires_at: found.expiresAt?.toISOString() ?? null,
        updated_at: found.updatedAt.toISOString(),
        other_profiles: othersOf(uses.get(name) ?? ownUse, ownUse),
      }
      const { byOperator: by_operator = false, places = [] } = stored.get(name) ?? {}
      const shown = { name, description, value_exists, is_replaced, by_operator, places: [...placesOf(places)] }
      return { ...shown, credential: credential ?? null }
    }),
  }
}

/** The users of a key besides its own profile, or more than can be counted. */
const othersOf = (uses: number, own: number): number => (uses > mostUsers ? uses : uses - own)
