import { isMac } from '#lib/platform/server/audit/audit-macs.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { storable } from '#lib/platform/server/db/storable.ts'
import { executionFormat } from '#lib/skills/server/executions/execution-format.ts'
import type { RecordSeals, RecordStart } from '#lib/skills/server/executions/record-seals.ts'
import { scriptName } from '#runner/contract/errors.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { ScriptGrant } from '#runner/contract/script.ts'
import { sha256 } from '#runner/core/hash.ts'
import { type Script, scriptBytes, scriptInput, scriptVersion } from '#runner/script/script.ts'
import { maxConcurrency } from '../../model/profile-schema.ts'
import { type ProfileState, requireNotEnded } from '../profiles/profile-state.ts'
import type { ScriptPorts } from './script-ports.ts'
import { defaultConcurrency, principalOf } from './script-profile.ts'

/**
 * A pending execution that this process has claimed. `script` is undefined: its record was changed or cannot be checked,
 * so it must not run.
 */
export type Claimed =
  | {
      readonly id: ExecutionId
      readonly profileId: string
      readonly script: Script
      /** The time until the profile expires. Undefined: it does not expire. */
      readonly leftMs: number | undefined
    }
  | { readonly id: string; readonly profileId: string; readonly script: undefined }

type Claim = {
  readonly claimed: readonly Claimed[]
  /** Whether more executions are pending. */
  readonly hasMore: boolean
  /** Expired or revoked profiles that still have pending executions. */
  readonly ended: readonly EndedProfile[]
}
export type EndedProfile = { readonly id: string; readonly isRevoked: boolean; readonly message: string }

/**
 * `format`: the newest that this process knows. `forFirst`: how many of the claims are left to profiles with no execution
 * in progress.
 */
type ClaimOptions = { readonly format?: number; readonly forFirst?: number }

type Waiting = ProfileState & { readonly id: string; readonly concurrency: number; readonly pending: number }
type Row = {
  readonly id: string
  readonly profileId: string
  readonly digest: string
  readonly seal: string | null
  readonly grant: unknown
  /** Empty: it is gone. */
  readonly text: string
}

/** The scripts of a profile whose concurrency cannot be read wait: one such row must not stop all others. */
const hasConcurrency = Prisma.sql`
  case jsonb_typeof(p.limits -> 'concurrency')
    when 'number' then (p.limits -> 'concurrency')::numeric in (select generate_series(1, ${maxConcurrency}::int))
    else p.limits -> 'concurrency' is null
  end`

/**
 * Claims up to `most` pending executions for this process, each from the profile with the fewest executions in
 * progress. A profile never exceeds its concurrency limit across all processes. Answered executions, which
 * are not claimed, wait for their turn in the process that resumes them. Executions in a newer format wait for a process
 * that knows it.
 */
export async function claim(
  { db, instance, seals, clock, log }: Pick<ScriptPorts, 'db' | 'instance' | 'seals' | 'clock' | 'log'>,
  most: number,
  { format = executionFormat, forFirst = 0 }: ClaimOptions = {},
): Promise<Claim> {
  const found = await db.$transaction(async (tx) => {
    // The row locks let one process at a time claim for a profile, and make a revocation wait.
    const waiting = await tx.$queryRaw<Waiting[]>`
      select p.id, p.locked_at as "lockedAt", p.expires_at as "expiresAt", p.revoked_at as "revokedAt", w.pending,
        coalesce((p.limits -> 'concurrency')::int, ${defaultConcurrency}::int) as concurrency
      from profiles p join (
        select principal_id, count(*)::int as pending from executions
        where status = 'pending' and instance_id = '' and format <= ${format}::int group by 1
      ) as w on w.principal_id = p.id
      where ${hasConcurrency}
      order by p.id
      for no key update of p`
    // Only now, because a wait for the locks is not part of what a profile has left.
    const now = new Date(clock.now())
    const usable = waiting.filter((profile) => !requireNotEnded(profile, now))
    if (usable.length === 0) return { now, waiting, usable, rows: [] }
    const rows = await tx.$queryRaw<Row[]>`
      with used as (
        select principal_id, count(*)::int as count from executions
        where status = 'running' or (status = 'pending' and instance_id <> '') group by 1
      ), next as (
        select e.id, e.started_at, coalesce(used.count, 0) + row_number() over (partition by p.id order by e.started_at, e.id) as turn
        from unnest(${usable.map(({ id }) => id)}::text[], ${usable.map(({ concurrency }) => concurrency)}::int[])
          as p(id, concurrency)
        left join used on used.principal_id = p.id
        cross join lateral (
          select id, started_at from executions
          where principal_id = p.id and status = 'pending' and instance_id = '' and format <= ${format}::int
          order by started_at, id
          limit greatest(0, least(${most}::int, p.concurrency - coalesce(used.count, 0)))
        ) as e
      ), picked as (
        select id from (
          select id, turn, row_number() over (order by turn, started_at, id) as place from next
        ) as placed
        where place <= ${most}::int and (turn = 1 or place <= ${most - forFirst}::int)
      )
      update executions e set instance_id = ${instance.instanceId}
      from picked, script_executions s
      where e.id = picked.id and s.id = e.id
        -- Another process may have cancelled or claimed it since it was picked.
        and e.status = 'pending' and e.instance_id = ''
      returning e.id, e.principal_id as "profileId", e.skill_digest as digest, e.seal, s.grant,
        coalesce((select text from scripts where digest = e.skill_digest), '') as text`
    return { now, waiting, usable, rows }
  })
  const { now, waiting, usable, rows } = found
  const ends = new Map(usable.map(({ id, expiresAt }) => [id, expiresAt]))
  return {
    claimed: await Promise.all(
      rows.map((row) =>
        claimedOf(seals, row, leftOf(ends.get(row.profileId), now)).catch((cause: unknown): Claimed => {
          log.error('the record of a pending script could not be checked', { execution: row.id, cause })
          return { id: row.id, profileId: row.profileId, script: undefined }
        }),
      ),
    ),
    hasMore: usable.reduce((sum, { pending }) => sum + pending, 0) > rows.length,
    ended: waiting.flatMap((profile) => {
      const refused = requireNotEnded(profile, now)
      const isRevoked = profile.revokedAt !== null
      return refused ? [{ id: profile.id, isRevoked, message: refused.error.message }] : []
    }),
  }
}

const leftOf = (expiresAt: Date | null | undefined, now: Date): number | undefined =>
  expiresAt ? expiresAt.getTime() - now.getTime() : undefined

async function claimedOf(
  seals: ScriptPorts['seals'],
  { profileId, digest, ...row }: Row,
  leftMs: number | undefined,
): Promise<Claimed> {
  const id = ExecutionId.parse(row.id)
  const grant = ScriptGrant.parse(row.grant)
  // The seal covers the digest, not the text, which other executions share.
  const isText = sha256(scriptBytes(grant.language, row.text)) === digest
  const isOwn = isText && (await isAuthentic(seals, { id, digest, profileId, grant }, row.seal))
  return isOwn ? { id, profileId, leftMs, script: { text: row.text, grant } } : { id, profileId, script: undefined }
}

/** A pending execution and what it will run. */
export type PendingScript = {
  readonly id: ExecutionId
  readonly digest: string
  readonly profileId: string
  readonly grant: ScriptGrant
}

/** The sealed fields of a pending execution. */
export function pendingStart({ id, digest, profileId, grant }: PendingScript): RecordStart {
  const { id: principal, source, trust } = principalOf(profileId)
  return {
    id,
    skill: scriptName,
    version: scriptVersion,
    digest,
    action: scriptInput.action,
    principal: { id: principal, source, trust },
    input: scriptInput,
    recording: storable(grant),
  }
}

/** Whether a pending execution is unchanged since it was written. */
const isAuthentic = async (seals: RecordSeals, pending: PendingScript, seal: string | null): Promise<boolean> =>
  isMac(seal, await seals.pending(pendingStart(pending)))
