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
    /** What is wrong with it, in sentences, as far as this process knows. */
    problems(): readonly string[]
    /** Checks what was written since, and remembers how far the trail goes. Resolves when that is done. */
    follow(): Promise<void>
  }

export type AuditTrailOptions = {
  readonly db: DatabaseClient
  readonly keys: AuditKeys
  readonly dataDir: string
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'warn' | 'error'>
}

/** After a row: its transaction has ended by then, or the next look finds it. */
const soonMs = 200
const everyMs = 60_000
const remedy = 'npm run travel -- audit verify names the first wrong row'

/**
 * Opens the audit trail of an instance: checks its last rows and the row that the instance saw last, and follows it from there. What
 * is wrong is logged as an error and stays known; the trail goes on, because a switch that stops the app would be anybody's who can
 * write to the table. The head file stays as it is from then on: it is what tells how far the trail went.
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
    log.error(`the audit trail is not what was written: ${problem}`, { remedy })
  }
  let soon: NodeJS.Timeout | undefined
  const trail = createAuditTrail(keys.rows, () => {
    soon ??= setTimeout(followSafely, soonMs).unref()
  })

  let seen = chainStart
  // What is written while it opens is looked at once it is open.
  const opened = Promise.withResolvers<void>()
  let looking = opened.promise

  const known = await readAuditHead(keys.head, path)
  if (known.kind === 'missing') await begin()
  else if (known.kind === 'changed') report(`${path} is not what this instance wrote`)
  else {
    const lost = await checkHead(ports, known.head)
    if (lost) report(lost.sentence)
  }
  const start = await checkLastRows(ports)
  if (start.ok) seen = start.end
  if (!start.ok) report(start.finding.sentence)
  else if (problems.length === 0) await remember(start.end)

  /** The row says that what is before it may have no key, and that whoever reads the trail finds each new head file in it. */
  async function begin(): Promise<void> {
    const before = await db.auditEvent.findFirst({ orderBy: { id: 'desc' }, select: { id: true, hash: true } })
    if (before && isKeyed(before)) {
      log.error(
        `the audit trail has ${before.id} rows and ${path} is missing: a new one is begun, and rows may be missing`,
        {
          remedy: `nothing, when this data folder is new to this database; else compare a copy: ${remedy} (--head FILE)`,
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

  /** Forward only: another process of this data folder may have seen more. */
  async function remember({ id, hash }: ChainEnd): Promise<void> {
    const now = await readAuditHead(keys.head, path)
    if (now.kind === 'changed') return report(`${path} is not what this instance wrote`)
    if (now.kind === 'known' && now.head.row > id) {
      const lost = await checkHead(ports, now.head)
      if (lost) report(lost.sentence)
      return
    }
    if (now.kind === 'missing' && hasRemembered) log.error(`${path} was removed, and is written anew`)
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
    follow().catch((cause: unknown) => log.warn('the audit trail could not be followed', { cause }))
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
      await follow().catch((cause: unknown) => log.warn('the audit trail could not be followed', { cause }))
    },
  }
}
