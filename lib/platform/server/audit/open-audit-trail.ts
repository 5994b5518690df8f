import type { Clock, Log } from '#runner/core/ports.ts'
import { appPrincipal } from '../auth/principal.ts'
import type { DatabaseClient } from '../db/client.ts'
import { plainReasonOf } from '../db/database-error.ts'
import { travelCommand } from '../env/travel-command.ts'
import { type AuditKeys, createAuditMacs } from './audit-macs.ts'
import { openedAction } from './audit-record.ts'
import { type AppendingTrail, createAuditTrail } from './audit-trail.ts'
import { checkSealedRows, createFindings } from './check-rows.ts'
import { createHeadExport, type HeadTargets } from './export-heads.ts'
import { auditHeadPath, type KnownHead, readHeadFile, writeHeadFile } from './head-file.ts'
import { readLanes, readSealed } from './read-trail.ts'
import { readLatestHead, type StoredHead } from './read-tree.ts'
import { sealRows } from './seal-rows.ts'
import { exportedHead } from './tree-head.ts'

export type OpenAuditTrail = AppendingTrail &
  AsyncDisposable & {
    /** The known problems, one sentence each. */
    problems(): readonly string[]
    /** Seals the new rows and updates the head file. Resolves when done. */
    follow(): Promise<void>
  }

type AuditTrailOptions = {
  readonly db: DatabaseClient
  readonly keys: AuditKeys
  readonly dataDir: string
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'warn' | 'error'>
  /** Absent: heads are stored in the data folder only. */
  readonly heads?: HeadTargets
  /** The delay between the first new row and the sealing, which thus runs at most once in this time. Default: 1000. */
  readonly sealMs?: number
}

/** The interval of further sealings, for rows of processes that ended before they sealed them. */
const everyMs = 60_000
const remedy = `${travelCommand('audit verify')} names the wrong rows`

/**
 * Opens an instance's audit trail: checks its end and the head file, and seals new rows from then on. Logs problems as
 * errors and remembers them, but keeps recording: otherwise anyone who can write to the table could stop the app. After
 * the first problem the head file stays unchanged, as evidence of the trail's former length.
 */
export async function openAuditTrail(options: AuditTrailOptions): Promise<OpenAuditTrail> {
  const { db, keys, clock, log, heads = {}, sealMs = 1000 } = options
  const path = auditHeadPath(options.dataDir)
  const problems: string[] = []
  const report = (problem: string) => {
    if (problems.includes(problem)) return
    problems.push(problem)
    log.error(`the audit trail was altered: ${problem}`, { remedy })
  }
  await using opened = new AsyncDisposableStack()
  const exported = opened.use(createHeadExport(heads, log))
  let soon: NodeJS.Timeout | undefined
  /** Nothing is sealed before the end is checked, even if that takes longer than the row of a new head file waits. */
  const checked = Promise.withResolvers<void>()
  let looking = checked.promise
  const trail = createAuditTrail(keys.rows, () => {
    soon ??= setTimeout(followSafely, sealMs).unref()
  })

  /** The latest head that this process has seen. */
  let seen: StoredHead | undefined
  let hasWritten = false
  const known = await readHeadFile(keys, path)
  if (known.kind === 'missing') await begin()
  else if (known.kind === 'changed')
    report(`${path} is not a head that this instance signed: it was edited, or is another's`)
  for (const sentence of await checkOpening({ db, keys, name: path, known })) report(sentence)
  checked.resolve()

  /** Records the start of a new head file in the trail. */
  async function begin(): Promise<void> {
    const before = await readLatestHead(db.sql)
    if (before) {
      log.error(
        `the audit trail has ${before.head.size} sealed rows, but ${path} is missing: starting a new one; rows may have been lost`,
        {
          remedy: `nothing if this data folder is new to this database; otherwise check against a copy of the file: ${remedy} (--head FILE)`,
        },
      )
    }
    await db.sqlTransaction((tx) =>
      trail.record(tx, {
        at: new Date(clock.now()),
        by: appPrincipal,
        action: openedAction,
        subject: 'audit_trail',
        detail: { sealed_rows: String(before?.head.size ?? 0) },
      }),
    )
  }

  /** Never replaces a later head: another process with this data folder may have written one. */
  async function remember(latest: StoredHead): Promise<void> {
    const now = await readHeadFile(keys, path)
    if (now.kind === 'changed')
      return report(`${path} is not a head that this instance signed: it was edited, or is another's`)
    if (now.kind === 'missing' && hasWritten) log.error(`${path} was removed: writing a new one`)
    const head = exportedHead(keys, latest.head, latest.signature)
    if (now.kind !== 'tree' || now.head.size < latest.head.size) await writeHeadFile(path, head)
    hasWritten = true
    exported.export(head)
  }

  async function follow(): Promise<void> {
    for (let isWhole = false; !isWhole; ) {
      if (seen && !(await isKept(seen))) return
      const sealed = await sealRows({ db, keys, now: clock.now })
      if (sealed.kind === 'stopped') return report(sealed.sentence)
      if (sealed.kind === 'sealed') for (const { sentence } of sealed.findings) report(sentence)
      seen = sealed.kind === 'sealed' ? sealed.head : await readLatestHead(db.sql)
      if (seen && problems.length === 0) await remember(seen)
      isWhole = sealed.kind === 'busy' || sealed.isWhole
    }
  }

  /** Whether the last head that this process saw is still in the database. If not, the tree must not be extended. */
  async function isKept({ head, signature }: StoredHead): Promise<boolean> {
    const [row] = await db.sql.$queryRaw<{ root: string; signature: string }[]>`
      select root, signature from audit_tree_heads where size = ${head.size}`
    if (row?.root === head.root && row.signature === signature) return true
    report(`the tree head of ${head.size} rows, which this process saw, was ${row ? 'edited' : 'removed'}`)
    return false
  }

  function followInTurn(): Promise<void> {
    const next = looking.then(follow)
    looking = next.catch(() => {})
    return next
  }
  /** The next attempt or the next start seals the rows that remain. */
  function reportFailure(cause: unknown): void {
    log.warn('the audit trail could not be sealed: trying again within a minute', { reason: plainReasonOf(cause) })
  }
  function followSafely(): void {
    clearTimeout(soon)
    soon = undefined
    followInTurn().catch(reportFailure)
  }
  await followInTurn()
  const timer = setInterval(followSafely, everyMs).unref()
  const stack = opened.move()

  return {
    ...trail,
    problems: () => problems,
    follow: followInTurn,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      clearTimeout(soon)
      await followInTurn().catch(reportFailure)
      await stack.disposeAsync()
    },
  }
}

/** The number of rows checked at each start. It is limited, so that starts do not slow down as the trail grows. */
const lastRows = 1000

type OpeningPorts = {
  readonly db: DatabaseClient
  readonly keys: AuditKeys
  /** The head file's name, for messages. */
  readonly name: string
  readonly known: KnownHead
}

/** Checks the head in the head file and the last sealed rows. */
export async function checkOpening({ db, keys, name, known }: OpeningPorts): Promise<readonly string[]> {
  const findings = createFindings()
  const latest = await readLatestHead(db.sql)
  const sealed = latest?.head.size ?? 0n
  if (known.kind === 'tree') {
    const { size, root } = known.head
    const [row] = await db.sql.$queryRaw<{ root: string }[]>`select root from audit_tree_heads where size = ${size}`
    const beyond = `the trail has ${sealed} sealed rows, but ${name} covers ${size}`
    if (sealed < size) findings.add('truncated', undefined, `${beyond}: rows were removed at the end`)
    else if (row?.root !== root)
      findings.add('head', undefined, `the tree head of ${size} rows differs from the one in ${name}`)
  }
  let place = BigInt(Math.max(0, Number(sealed) - lastRows))
  const ports = { macs: createAuditMacs(keys.rows), findings, isFromStart: place === 0n }
  const ends = new Map<string, bigint>()
  for await (const rows of readSealed(db.sql, place)) place = checkSealedRows(ports, rows, place, ends)
  const behind = (await readLanes(db.sql)).filter(({ nextSeq, sealed }) => nextSeq <= sealed)
  for (const { id, sealed } of behind) {
    findings.add('edited', undefined, `the counter of lane ${id} is behind its last sealed row ${id}-${sealed}`)
  }
  return findings.list.map(({ sentence }) => sentence)
}
