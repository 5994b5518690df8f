import type { Refused } from '#lib/http/outcome.ts'
import { ProfileLimits } from '#lib/shared/profile-schema.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { ScriptGrant } from '#runner/contract/script.ts'
import type { Script } from '#runner/script.ts'
import type { IdleEnd } from './end-idle.ts'
import { isAuthentic } from './pending-row.ts'
import type { ScriptPorts } from './script-ports.ts'
import { concurrencyOf, type ProfileState, requireNotEnded } from './script-profile.ts'

/** A pending execution that this process may start. `isAltered`: its record was changed, so it must not. */
export type Claimed = { readonly id: ExecutionId; readonly script: Script; readonly isAltered: boolean }

export type Claim = {
  readonly claimed: readonly Claimed[]
  /** Whether others of the profile are pending. */
  readonly hasMore: boolean
  /** Why the profile may not execute any more. */
  readonly refusal?: IdleEnd
}

type Row = {
  readonly id: string
  readonly digest: string
  readonly seal: string | null
  readonly grant: unknown
  readonly text: string | null
}

/**
 * Claims up to `most` pending executions of a profile for this process, the oldest first. A profile never runs more
 * than its limit, in all processes together.
 */
export async function claim(
  { db, instance, seals, clock }: Pick<ScriptPorts, 'db' | 'instance' | 'seals' | 'clock'>,
  profileId: string,
  most: number,
): Promise<Claim> {
  const { rows, left, refusal } = await db.$transaction(async (tx) => {
    // One process at a time claims for a profile, and a revocation waits for it.
    const [profile] = await tx.$queryRaw<(ProfileState & { limits: unknown })[]>`
      select limits, locked_at, expires_at, revoked_at from profiles where id = ${profileId} for no key update`
    const ended = profile && requireNotEnded(profile, new Date(clock.now()))
    if (!profile || ended) return { rows: [], left: 0, refusal: refusalOf(profile, ended) }
    const concurrency = concurrencyOf(ProfileLimits.parse(profile.limits))
    const claimed = await tx.$queryRaw<Row[]>`
      with used as (
        select count(*)::int as count from executions
        where principal_id = ${profileId} and (status = 'running' or (status = 'pending' and instance_id <> ''))
      ), picked as (
        select id from executions
        where principal_id = ${profileId} and status = 'pending' and instance_id = ''
        order by started_at, id
        limit greatest(0, least(${most}::int, ${concurrency}::int - (select count from used)))
        for update skip locked
      )
      update executions e set instance_id = ${instance.instanceId}
      from picked, script_executions s
      where e.id = picked.id and s.id = e.id
      returning e.id, e.skill_digest as digest, e.seal, s.grant,
        (select text from scripts where digest = e.skill_digest) as text`
    const [rest] = await tx.$queryRaw<{ count: number }[]>`
      select count(*)::int as count from (
        select 1 from executions
        where principal_id = ${profileId} and status = 'pending' and instance_id = '' limit 1
      ) as one`
    return { rows: claimed, left: rest?.count ?? 0, refusal: undefined }
  })
  const claimed = await Promise.all(rows.map((row) => claimedOf(seals, profileId, row)))
  return { claimed, hasMore: left > 0, ...(refusal === undefined ? {} : { refusal }) }
}

/** Work that a revocation ends is cancelled; an expired profile starts nothing. */
function refusalOf(profile: ProfileState | undefined, ended: Refused | undefined): IdleEnd {
  const error = ended?.error.message ?? 'The profile does not exist any more.'
  return { code: profile?.revoked_at ? 'CANCELLED' : 'FORBIDDEN', error }
}

async function claimedOf(seals: ScriptPorts['seals'], profileId: string, row: Row): Promise<Claimed> {
  const id = ExecutionId.parse(row.id)
  const grant = ScriptGrant.parse(row.grant)
  const isOwn = await isAuthentic(seals, { id, digest: row.digest, profileId, grant }, row.seal)
  return { id, script: { text: row.text ?? '', grant }, isAltered: !isOwn || row.text === null }
}
