import { createHmac } from 'node:crypto'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { parseInput } from '#lib/platform/server/http/input-error.ts'
import { type Outcome, refuse, refuseField } from '#lib/platform/server/http/outcome.ts'
import { newId } from '#runner/contract/ids.ts'
import { SecretName } from '#runner/contract/manifest.ts'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { sha256 } from '#runner/core/hash.ts'
import {
  AddedKeys,
  isTooMany,
  NewProfile,
  NewProposal,
  ProfileToken,
  type ProfileView,
  type ProposalView,
  tooManyHosts,
  tooManyKeys,
} from '../../model/profile-schema.ts'
import { askedBy, placesOf } from './approved-credentials.ts'
import { insertProfile, type ProfilePorts, wantedOf } from './create-profile.ts'
import { requireLocked, requireUnlocked, unknownProfile, unlockedAt } from './profile-state.ts'
import { proposalView, type ReadProfile, readProfile, viewOf } from './read-profile.ts'
import { readProposals } from './read-proposals.ts'

/** The operations of agents on profiles. All except `create` take the profile's token; an unknown one is NOT_FOUND. */
export type Profiles = ReturnType<typeof createProfiles>

const proposalDays = 7
const maxPending = 20
/** The most unlocked profiles of one creator, so that nobody can keep others from creating some. */
const maxUnlocked = 50
/** Lets one process at a time count the unlocked profiles and create one. */
const createLock = 7_201_940_318n

type CreatePorts = ProfilePorts & {
  /** The key of the hashes of creators' addresses, which are stored in place of the addresses. */
  readonly creatorKey: Uint8Array
}

export function createProfiles(ports: CreatePorts) {
  const { db, clock, audit, randomBytes, creatorKey, templates = [] } = ports
  const now = () => new Date(clock.now())
  const record = (
    tx: Prisma.TransactionClient,
    /** The profile whose token the agent has. */
    id: string,
    action: string,
    subject: string,
    detail: Record<string, string[] | string> = {},
  ) => audit.record(tx, { at: now(), by: { id, source: 'dm-unknown' }, action, subject, detail })

  /** Runs `work` while the row of the token's profile is locked. */
  async function withProfile<Value>(
    profileToken: string,
    work: (tx: Prisma.TransactionClient, profile: ReadProfile) => Promise<Outcome<Value>>,
  ): Promise<Outcome<Value>> {
    if (!ProfileToken.safeParse(profileToken).success) return unknownProfile()
    return db.$transaction(async (tx) => {
      const found = await tx.$queryRaw<{ id: string }[]>`
        select id from profiles where token_hash = ${sha256(profileToken)} for update`
      const profile = found[0] && (await readProfile(tx, found[0].id))
      return profile ? work(tx, profile) : unknownProfile()
    })
  }

  const view = async (
    tx: Prisma.TransactionClient,
    id: string,
    profileToken: string,
  ): Promise<Outcome<ProfileView>> => {
    const profile = await readProfile(tx, id)
    if (!profile) return unknownProfile()
    const { shown } = await readProposals(tx, id, now())
    return { ok: true, value: viewOf(profile, shown, profileToken, now()) }
  }

  return {
    /**
     * The result contains the token, which also identifies the profile. It ends after a day unless an operator locks it.
     * CONFLICT if too many profiles of this creator are unlocked.
     *
     * @param creator the key of the client's address
     */
    async create(input: unknown, creator: string): Promise<Outcome<ProfileView>> {
      const parsed = parseInput(NewProfile, input, 'body')
      if (!parsed.ok) return parsed
      const wanted = wantedOf(parsed.value, templates)
      if (!wanted.ok) return wanted
      const creatorHash = createHmac('sha256', creatorKey).update(creator).digest('hex')
      return db.$transaction(async (tx): Promise<Outcome<ProfileView>> => {
        await tx.$executeRaw`select pg_advisory_xact_lock(${createLock})`
        if ((await tx.profile.count({ where: { ...unlockedAt(now()), creatorHash } })) >= maxUnlocked) {
          const message = `There are ${maxUnlocked} unlocked profiles from your address: ask the operator to lock or revoke some, or wait until they end after a day.`
          return refuse('CONFLICT', { message })
        }
        const { id, token } = await insertProfile(tx, ports, wanted.value, creatorHash)
        await record(tx, publicPrincipal.id, 'profile.created', id)
        return view(tx, id, token)
      })
    },

    read: (profileToken: string): Promise<Outcome<ProfileView>> =>
      withProfile(profileToken, async (tx, { row }) => view(tx, row.id, profileToken)),

    /** CONFLICT if the profile is locked. An existing key gets the new description. */
    async addKeys(profileToken: string, input: unknown): Promise<Outcome<ProfileView>> {
      const parsed = parseInput(AddedKeys, input, 'body')
      if (!parsed.ok) return parsed
      const { keys, hosts } = parsed.value
      return withProfile(profileToken, async (tx, profile) => {
        const { row } = profile
        const refused = requireUnlocked(row, now())
        if (refused) return refused
        const names = new Set([...profile.keys, ...keys].map(({ name }) => name))
        const allHosts = [...new Set([...row.hosts, ...hosts])]
        if (isTooMany.keys(names.size)) return refuseField('keys', tooManyKeys)
        if (isTooMany.hosts(allHosts.length)) return refuseField('hosts', tooManyHosts)
        for (const { name, description } of keys) {
          const where = { profileId_name: { profileId: row.id, name } }
          await tx.profileKey.upsert({
            where,
            create: { profileId: row.id, name, description },
            update: { ...(description !== '' && { description }), byOperator: false },
          })
        }
        await tx.profile.update({ where: { id: row.id }, data: { hosts: allHosts, version: { increment: 1 } } })
        await record(tx, row.id, 'profile.extended', row.id, { keys: keys.map(({ name }) => name), hosts })
        return view(tx, row.id, profileToken)
      })
    },

    removeKey: (profileToken: string, name: string): Promise<Outcome<ProfileView>> =>
      withProfile(profileToken, async (tx, profile) => {
        const { id } = profile.row
        const refused = requireUnlocked(profile.row, now())
        if (refused) return refused
        // The name comes from a path and may be text that the database cannot compare.
        const isName = SecretName.safeParse(name).success
        const { count } = isName ? await tx.profileKey.deleteMany({ where: { profileId: id, name } }) : { count: 0 }
        if (count === 0) {
          const message = 'The profile has no key with this name: GET /profiles/{id} lists its keys.'
          return refuse('NOT_FOUND', { message })
        }
        await tx.profile.update({ where: { id }, data: { version: { increment: 1 } } })
        await record(tx, id, 'profile.reduced', id, { keys: [name] })
        return view(tx, id, profileToken)
      }),

    /** CONFLICT if the profile is unlocked, because the agent can then add keys without an operator. */
    async propose(profileToken: string, input: unknown): Promise<Outcome<ProposalView>> {
      const parsed = parseInput(NewProposal, input, 'body')
      if (!parsed.ok) return parsed
      const { key = null, host = null, description } = parsed.value
      const asked = { key, host, places: [...placesOf(parsed.value.places)] }
      return withProfile(profileToken, async (tx, profile): Promise<Outcome<ProposalView>> => {
        const { id: profileId } = profile.row
        const refused = requireLocked(profile.row, now())
        if (refused) return refused
        const own = profile.keys.find(({ name }) => name === key)
        const isAllowed = own !== undefined && asked.places.every((place) => own.places.includes(place))
        if (isAllowed || profile.row.hosts.some((one) => one === host)) {
          return refuse('CONFLICT', { message: `The profile already has ${askedBy(asked)}.` })
        }
        const createdAt = now()
        // A lapsed proposal is over: the operator can no longer decide on it.
        const where = { profileId, state: 'pending', expiresAt: { gt: createdAt } } as const
        const pending = await tx.proposal.findMany({ where })
        const same = pending.find((one) => askedBy(one) === askedBy(asked))
        if (same) return { ok: true, value: proposalView(same, createdAt) }
        if (pending.length >= maxPending) {
          return refuse('CONFLICT', {
            message: `The profile has ${maxPending} open proposals: wait until the operator has decided on them.`,
          })
        }
        const expiresAt = new Date(createdAt.getTime() + proposalDays * 24 * 60 * 60_000)
        const data = { id: newId('prop', randomBytes), profileId, ...asked, description, createdAt, expiresAt }
        const row = await tx.proposal.create({ data })
        await record(tx, profileId, 'proposal.made', row.id, { profile: profileId, asked: askedBy(row) })
        return { ok: true, value: proposalView(row, createdAt) }
      })
    },
  }
}
