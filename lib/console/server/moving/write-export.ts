import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { EndPorts } from '#lib/agents/server/scripts/end-idle.ts'
import { endMovedAway } from '#lib/agents/server/scripts/read-execution.ts'
import type { ScriptLanguages } from '#lib/agents/server/scripts/script-languages.ts'
import type { Context } from '#lib/platform/server/auth/context.ts'
import type { ScryptCost } from '#lib/platform/server/auth/password.ts'
import { sealAirlock } from '#lib/platform/server/backup/airlock/airlock-file.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import type { KeyRing } from '#lib/platform/server/vault/key-ring.ts'
import type { RecordSeals } from '#lib/skills/server/executions/record-seals.ts'
import { type ExportWish, mostRows } from '../../model/console-move.ts'
import { executionObject } from './execution-object.ts'
import type { ExportHead, ExportLine } from './export-lines.ts'
import { linesInSnapshot } from './lines-in-snapshot.ts'
import { lineOfCredential, lineOfProfile, withKeys } from './rows-as-lines.ts'
import { type Movable, movableOf, waitingLines } from './waiting-lines.ts'

export type MovePorts = EndPorts &
  Pick<PlatformPorts, 'randomBytes'> & {
    readonly seals: RecordSeals
    readonly ring: () => KeyRing
    readonly languages: Pick<ScriptLanguages, 'isAvailable'>
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
const isShort = Prisma.sql`sum(octet_length(args::text) + coalesce(octet_length(result::text), 0)) < 8000000`

/**
 * An encrypted file with profiles and credentials in clear. The audit trail records it before the first byte.
 *
 * @returns NOT_FOUND for an unknown profile, CONFLICT if a value cannot be decrypted
 */
export async function writeExport(
  ports: MovePorts,
  context: Context,
  wish: ExportWish,
): Promise<Outcome<AsyncIterable<Uint8Array>>> {
  const { db, audit, clock } = ports
  const { profiles, with_history: history, waiting_to: to, passphrase } = wish
  const where = profiles === 'all' ? {} : { id: { in: profiles } }
  const found = await db.$transaction((tx) => settledLines(tx, ports, where))
  if (profiles !== 'all' && found.profiles < new Set(profiles).size) return refuse('NOT_FOUND')
  if (found.unreadable.length > 0) {
    const message = `These values cannot be decrypted, so the export would lack them: ${found.unreadable.join(', ')}. Enter or delete them first.`
    return refuse('CONFLICT', { message })
  }
  const credentials = found.lines.length - found.profiles
  if (Math.max(found.profiles, credentials) > mostRows) {
    const message = `There are ${found.profiles} profiles and ${credentials} credentials, and an export has at most ${mostRows} of each: choose profiles, or delete revoked ones first.`
    return refuse('CONFLICT', { message })
  }
  await audit.record(db, {
    at: new Date(clock.now()),
    by: context.principal,
    action: 'backup.exported',
    subject: 'instance',
    detail: { profiles, credentials, history, waiting_to: to },
  })
  const lines = Readable.from(
    linesInSnapshot(db, (tx) => textLines(tx, ports, context, { ...wish, where })),
    { objectMode: true },
  )
  const zipped = createGzip()
  // The error also destroys `zipped`, whose reader gets it.
  pipeline(lines, zipped, () => {})
  return { ok: true, value: sealAirlock(zipped, { content: 'export', lock: { passphrase, cost: ports.cost } }) }
}

async function* textLines(
  tx: Prisma.TransactionClient,
  ports: MovePorts,
  context: Context,
  { where, with_history: withHistory, waiting_to: to }: ExportWish & { readonly where: Prisma.ProfileWhereInput },
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
  const movable = withHistory && to !== null ? await movableOf(tx, ports.seals, ids) : []
  const head: ExportHead = {
    kind: 'head',
    // Earlier versions of the app can read a file without waiting executions.
    version: movable.length === 0 ? 1 : 2,
    made_at: new Date(ports.clock.now()).toISOString(),
    made_on: ports.host,
    made_by_version: ports.version,
    unfinished: unfinished - movable.length,
  }
  yield text(head)
  for (const line of settled) yield text(line)
  if (withHistory) {
    const moved = movable.map(({ id }) => id)
    for await (const line of scriptLines(tx, ids, moved)) yield text(line)
    for await (const line of executionLines(tx, ids)) yield text(line)
    for await (const line of waitingLines(tx, movable)) yield text(line)
  }
  // Without its last line, nothing imports the file. So a file that can be imported has executions that ended here.
  if (to !== null) await endMoved(ports, context, movable, to)
  yield `${JSON.stringify({ kind: 'end', lines })}\n`
}

/** Ends all of these executions here, each exactly as it was exported, or none of them. */
async function endMoved(
  ports: MovePorts,
  { principal }: Context,
  moved: readonly Movable[],
  to: string,
): Promise<void> {
  const { audit, clock } = ports
  const [ids, seals] = [moved.map(({ id }) => id), moved.map(({ seal }) => seal)]
  await endMovedAway(ports, { ids, seals }, to, async (tx, ended) => {
    if (ended.length < ids.length) throw new Error('A waiting execution went on while it was exported: export again')
    const row = { at: new Date(clock.now()), by: principal, action: 'backup.moved', subject: 'instance' }
    await audit.record(tx, { ...row, detail: { executions: ids.length, to } })
  })
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
    if (line.value === undefined) unreadable.push(row.name)
    else lines.push({ ...line, value: line.value })
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
const scriptLines = (tx: Prisma.TransactionClient, ids: readonly string[], moved: readonly string[]) =>
  inPages(
    (after) => tx.$queryRaw<Key[]>`
      select distinct e.skill_digest as key from script_executions s join executions e on e.id = s.id
      where s.profile_id = any(${ids}::text[]) and e.skill_digest > ${after}
        and (e.status in ('success', 'error') or e.id = any(${moved}::text[]))
      order by 1 limit ${keysAtOnce}`,
    (digests) => tx.$queryRaw<TextRow[]>`
      select json_build_object('kind', 'script', 'digest', digest, 'language', language, 'text', text)::text as line
      from scripts where digest = any(${digests}::text[])`,
  )

/** Those that have ended and still have their output. */
const executionLines = (tx: Prisma.TransactionClient, ids: readonly string[]) =>
  inPages(
    (after) => tx.$queryRaw<Key[]>`
      select e.id as key from script_executions s join executions e on e.id = s.id
      where s.profile_id = any(${ids}::text[]) and e.status in ('success', 'error') and e.id > ${after}
        and e.output is not null
      order by 1 limit ${keysAtOnce}`,
    (executions) => tx.$queryRaw<TextRow[]>`
      select (${executionObject(isShort)})::text as line
      from script_executions s join executions e on e.id = s.id
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
