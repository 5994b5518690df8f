import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { Context } from '#lib/platform/server/auth/context.ts'
import type { ScryptCost } from '#lib/platform/server/auth/password.ts'
import { sealAirlock } from '#lib/platform/server/backup/airlock/airlock-file.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { KeyRing } from '#lib/platform/server/vault/key-ring.ts'
import type { ExportWish } from '../../model/console-move.ts'
import type { ExportHead, ExportLine } from './export-lines.ts'
import { linesInSnapshot } from './lines-in-snapshot.ts'
import { lineOfCredential, lineOfProfile, withKeys } from './rows-as-lines.ts'

export type MovePorts = Pick<PlatformPorts, 'db' | 'audit' | 'clock' | 'randomBytes'> & {
  readonly ring: () => KeyRing
  readonly version: string
  /** The address of this instance; null if it has none. */
  readonly host: string | null
  /** The cost of guessing a passphrase. Absent: as for the passwords of accounts. */
  readonly cost?: ScryptCost
}

/** Executions in memory at a time. */
const page = 10
const keysAtOnce = 5000
/** A longer journal is left out. */
const longestJournal = 8_000_000

/**
 * An encrypted file with profiles and credentials in clear. The audit trail records it before the first byte.
 *
 * @returns NOT_FOUND for an unknown profile, CONFLICT if a value cannot be decrypted
 */
export async function writeExport(
  ports: MovePorts,
  { principal }: Context,
  { profiles, with_history: withHistory, passphrase }: ExportWish,
): Promise<Outcome<AsyncIterable<Uint8Array>>> {
  const { db, audit, clock } = ports
  const where = profiles === 'all' ? {} : { id: { in: profiles } }
  const found = await db.$transaction((tx) => settledLines(tx, ports, where))
  if (profiles !== 'all' && found.profiles < new Set(profiles).size) return refuse('NOT_FOUND')
  if (found.unreadable.length > 0) {
    const message = `These values cannot be decrypted, so the export would lack them: ${found.unreadable.join(', ')}. Enter or delete them first.`
    return refuse('CONFLICT', { message })
  }
  await audit.record(db, {
    at: new Date(clock.now()),
    by: principal,
    action: 'backup.exported',
    subject: 'instance',
    detail: {
      profiles: profiles === 'all' ? 'all' : [...profiles],
      credentials: found.lines.length - found.profiles,
      history: withHistory,
    },
  })
  const lines = Readable.from(
    linesInSnapshot(db, (tx) => textLines(tx, ports, where, withHistory)),
    { objectMode: true },
  )
  const zipped = createGzip()
  // The error also destroys `zipped`, whose reader gets it.
  pipeline(lines, zipped, () => {})
  return { ok: true, value: sealAirlock(zipped, { content: 'export', lock: { passphrase }, cost: ports.cost }) }
}

async function* textLines(
  tx: Prisma.TransactionClient,
  ports: MovePorts,
  where: Prisma.ProfileWhereInput,
  withHistory: boolean,
): AsyncGenerator<string> {
  let lines = 0
  const text = (line: ExportLine | string) => {
    lines += 1
    return `${typeof line === 'string' ? line : JSON.stringify(line)}\n`
  }
  const { lines: settled, ids, unreadable } = await settledLines(tx, ports, where)
  if (unreadable.length > 0) throw new Error('A value became unreadable while the export was made')
  const unfinished = withHistory
    ? await tx.scriptExecution.count({
        where: { profileId: { in: ids }, execution: { status: { notIn: ['success', 'error'] } } },
      })
    : 0
  const head: ExportHead = {
    kind: 'head',
    version: 1,
    made_at: new Date(ports.clock.now()).toISOString(),
    made_on: ports.host,
    made_by_version: ports.version,
    unfinished,
  }
  yield text(head)
  for (const line of settled) yield text(line)
  if (withHistory) {
    for await (const line of scriptLines(tx, ids)) yield text(line)
    for await (const line of executionLines(tx, ids)) yield text(line)
  }
  yield `${JSON.stringify({ kind: 'end', lines })}\n`
}

/** Credentials and profiles, which are few. */
async function settledLines(
  tx: Prisma.TransactionClient,
  { ring: readRing }: Pick<MovePorts, 'ring'>,
  where: Prisma.ProfileWhereInput,
) {
  const ring = readRing()
  const profiles = await tx.profile.findMany({ where, include: withKeys, orderBy: { id: 'asc' } })
  const approved = new Set(profiles.flatMap(({ keys }) => keys.flatMap(({ credentialId }) => credentialId ?? [])))
  const isWhole = Object.keys(where).length === 0
  const credentials = await tx.credential.findMany({
    where: isWhole ? {} : { id: { in: [...approved] } },
    orderBy: { name: 'asc' },
  })
  const idOf = new Map(credentials.map(({ id, name }) => [name, id]))
  const lines: ExportLine[] = []
  const unreadable: string[] = []
  for (const row of credentials) {
    const line = lineOfCredential(ring, row)
    if (line) lines.push(line)
    else unreadable.push(row.name)
  }
  for (const row of profiles) {
    const line = lineOfProfile(ring, row, idOf)
    if (line) lines.push(line)
    else unreadable.push(row.id)
  }
  return { lines, unreadable, profiles: profiles.length, ids: profiles.map(({ id }) => id) }
}

type Key = { readonly key: string }
type TextRow = { readonly line: string }

/** The texts of the scripts that have run, each once. */
const scriptLines = (tx: Prisma.TransactionClient, ids: readonly string[]) =>
  inPages(
    (after) => tx.$queryRaw<Key[]>`
      select distinct e.skill_digest as key from script_executions s join executions e on e.id = s.id
      where s.profile_id = any(${ids}::text[]) and e.status in ('success', 'error') and e.skill_digest > ${after}
      order by 1 limit ${keysAtOnce}`,
    (digests) => tx.$queryRaw<TextRow[]>`
      select json_build_object('kind', 'script', 'digest', digest, 'language', language, 'text', text)::text as line
      from scripts where digest = any(${digests}::text[])`,
  )

const executionLines = (tx: Prisma.TransactionClient, ids: readonly string[]) =>
  inPages(
    (after) => tx.$queryRaw<Key[]>`
      select e.id as key from script_executions s join executions e on e.id = s.id
      where s.profile_id = any(${ids}::text[]) and e.status in ('success', 'error') and e.id > ${after}
      order by 1 limit ${keysAtOnce}`,
    (executions) => tx.$queryRaw<TextRow[]>`
      select json_build_object(
        'kind', 'execution',
        'execution', json_build_object('id', e.id, 'version', e.version, 'skill_digest', e.skill_digest,
          'action', e.action, 'principal_id', e.principal_id, 'source', e.source, 'trust', e.trust, 'status', e.status,
          'error_code', e.error_code, 'input', e.input, 'input_redacted', e.input_redacted, 'output', e.output,
          'data', e.data, 'fuel_used', e.fuel_used, 'query_time_ms', e.query_time_ms, 'started_at', e.started_at,
          'finished_at', e.finished_at),
        'script', json_build_object('token_hash', s.token_hash, 'profile_version', s.profile_version,
          'language', s.language, 'grant', s."grant", 'llm_wait_s', s.llm_wait_s, 'began_at', s.began_at,
          'execution_ms', s.execution_ms, 'cancelled_at', s.cancelled_at),
        'journal', coalesce(j.calls, '[]'::json)
      )::text as line
      from script_executions s join executions e on e.id = s.id
      left join lateral (
        select json_agg(json_build_object('seq', seq, 'op', op, 'args', args, 'args_hash', args_hash, 'result', result,
          'result_hash', result_hash, 'settled', settled, 'fuel_left', fuel_left, 'began_ms', began_ms,
          'duration_ms', duration_ms) order by seq) as calls
        from journal_entries where execution_id = e.id
        having sum(octet_length(args::text) + coalesce(octet_length(result::text), 0)) < ${longestJournal}
      ) j on true
      where s.id = any(${executions}::text[])`,
  )

/** Reads many keys at once, because each read of keys may look at every row, and few rows at once, which may be large. */
async function* inPages(
  readKeys: (after: string) => PromiseLike<Key[]>,
  readLines: (keys: readonly string[]) => PromiseLike<TextRow[]>,
): AsyncGenerator<string> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const keys: readonly string[] = (await readKeys(after)).map(({ key }) => key)
    for (let from = 0; from < keys.length; from += page) {
      for (const { line } of await readLines(keys.slice(from, from + page))) yield line
    }
    after = keys.length < keysAtOnce ? undefined : keys.at(-1)
  }
}
