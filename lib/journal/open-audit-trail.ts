import type { Clock, Log } from '#runner/ports.ts'
import type { DatabaseClient } from '../db/client.ts'
import { deriveKey } from '../secrets/derive-key.ts'
import type { InstanceSecrets } from '../secrets/instance-secrets.ts'
import { type ChainEnd, chainStart, openedAction } from './audit-chain.ts'
import { auditHeadPath, readAuditHead, writeAuditHead } from './audit-head.ts'
import { isKeyed } from './audit-row.ts'
import { type AuditTrail, createAuditTrail } from './audit-trail.ts'
import { checkHead, checkLastRows, checkRowsAfter } from './check-audit-trail.ts'

export type AuditKeys = { readonly rows: Uint8Array; readonly head: Uint8Array }

export const auditKeysOf = ({ encryptionKey }: Pick<InstanceSecrets, 'encryptionKey'>): AuditKeys => ({
  rows: deriveKey(encryptionKey, 'audit rows'),
  head: deriveKey(encryptionKey, 'audit head'),
})

export type OpenAuditTrail = AuditTrail &
  AsyncDisposable & {
    /** The known problems, one sentence each. */
    problems(): readonly string[]
    /** Verifies the new rows and updates the head file. Resolves when done. */
    follow(): Promise<void>
  }

export type AuditTrailOptions = {
  readonly db: DatabaseClient
  readonly keys: AuditKeys
  readonly dataDir: string
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'warn' | 'error'>
}

/** Delay after a new row: usually its transaction has ended by then; otherwise the next pass finds it. */
const soonMs = 200
const everyMs = 60_000
const remedy = 'npm run travel -- audit verify names the first wrong row'

/**
 * Opens an instance's audit trail: checks the last rows and the row in the head file, and follows the trail from there.
 * Logs problems as errors and remembers them, but keeps recording: otherwise anyone who can write to the table could
 * stop the app. From the first problem on the head file stays unchanged, as evidence of how far the trail went.
 */
export async function openAuditTrail(options: AuditTrailOptions): Promise<OpenAuditTrail> {
  const { db, keys, clock, log } = options
  const path = auditHeadPath(options.dataDir)
  const ports = { db, key: keys.rows }
  const problems: string[] = []
  let hasRemembered = false
  const report = (problem: string) => {
    if (problems.includes(problem)) return
    problems.push(problem)
    log.error(`the audit trail was altered: ${problem}`, { remedy })
  }
  let soon: NodeJS.Timeout | undefined
  const trail = createAuditTrail(keys.rows, () => {
    soon ??= setTimeout(followSafely, soonMs).unref()
  })

  let seen = chainStart
  // Rows written during the opening are checked afterwards.
  const opened = Promise.withResolvers<void>()
  let looking = opened.promise

  const known = await readAuditHead(keys.head, path)
  if (known.kind === 'missing') await begin()
  else if (known.kind === 'changed') report(`${path} was not written by this instance`)
  else {
    const lost = await checkHead(ports, known.head)
    if (lost) report(lost.sentence)
  }
  const start = await checkLastRows(ports)
  if (start.ok) seen = start.end
  if (!start.ok) report(start.finding.sentence)
  else if (problems.length === 0) await remember(start.end)

  /** Records that earlier rows may be unkeyed. Each new head file thereby shows up in the trail. */
  async function begin(): Promise<void> {
    const before = await db.auditEvent.findFirst({ orderBy: { id: 'desc' }, select: { id: true, hash: true } })
    if (before && isKeyed(before)) {
      log.error(
        `the audit trail has ${before.id} rows, but ${path} is missing: starting a new one; rows may have been lost`,
        {
          remedy: `nothing if this data folder is new to this database; otherwise check against a copy of the file: ${remedy} (--head FILE)`,
        },
      )
    }
    const unkeyed = before && !isKeyed(before) ? await db.auditEvent.count() : 0
    await db.$transaction((tx) =>
      trail.record(tx, {
        at: new Date(clock.now()),
        actorUserId: null,
        actorSource: 'main',
        action: openedAction,
        subject: 'audit_trail',
        detail: { unkeyed_rows: unkeyed },
      }),
    )
  }

  /** Only moves forward: another process of this data folder may have verified more. */
  async function remember({ id, hash }: ChainEnd): Promise<void> {
    const now = await readAuditHead(keys.head, path)
    if (now.kind === 'changed') return report(`${path} was not written by this instance`)
    if (now.kind === 'known' && now.head.row > id) {
      const lost = await checkHead(ports, now.head)
      if (lost) report(lost.sentence)
      return
    }
    if (now.kind === 'missing' && hasRemembered) log.error(`${path} was removed: writing a new one`)
    if (now.kind === 'missing' || now.head.row < id) await writeAuditHead(keys.head, path, { row: id, hash })
    hasRemembered = true
  }

  async function look(): Promise<void> {
    if (problems.length > 0) return
    const lost = seen.id > 0n ? await checkHead(ports, { row: seen.id, hash: seen.hash }) : undefined
    if (lost) return report(lost.sentence)
    const check = await checkRowsAfter(ports, seen)
    if (!check.ok) return report(check.finding.sentence)
    seen = check.end
    await remember(seen)
  }

  function follow(): Promise<void> {
    const next = looking.then(look)
    looking = next.catch(() => {})
    return next
  }
  function followSafely(): void {
    clearTimeout(soon)
    soon = undefined
    follow().catch((cause: unknown) => log.warn('the audit trail could not be checked', { cause }))
  }
  const timer = setInterval(followSafely, everyMs).unref()
  opened.resolve()

  return {
    ...trail,
    problems: () => problems,
    follow,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      clearTimeout(soon)
      await follow().catch((cause: unknown) => log.warn('the audit trail could not be checked', { cause }))
    },
  }
}
