import * as z from 'zod'
import type { Clock, Log } from '#runner/core/ports.ts'
import { type ActingPrincipal, readActor } from '../../model/actor.ts'
import { appPrincipal } from '../auth/principal.ts'
import type { DatabaseClient } from '../db/client.ts'
import type { AuditKeys } from './audit-macs.ts'
import type { AppendAudit } from './audit-trail.ts'
import { auditHeadPath, readHeadFile } from './head-file.ts'
import { verifyAuditTrail } from './verify-audit-trail.ts'

/** Of a check: the numbers of rows, of findings, and the first findings as sentences. */
const CheckDetail = z.object({
  rows: z.int(),
  sealed: z.int(),
  found: z.int(),
  findings: z.array(z.string()),
  duration_ms: z.int(),
})
type AuditCheck = z.infer<typeof CheckDetail> & {
  readonly at: Date
  readonly by: ReturnType<typeof readActor>
}

type AuditChecksPorts = {
  readonly db: DatabaseClient
  readonly keys: AuditKeys
  readonly dataDir: string
  readonly append: AppendAudit
  readonly clock: Pick<Clock, 'now' | 'monotonic'>
  readonly log: Pick<Log, 'error'>
}

export const verifiedAction = 'audit_trail.verified'
const subject = 'audit_trail'
const dayMs = 24 * 60 * 60 * 1000
const keptFindings = 20

/** The checks of the whole audit trail that this process runs in the background. */
export type AuditChecks = ReturnType<typeof createAuditChecks>

/** The outcome of a check is a row of the trail itself, so it is kept, sealed and shown like any other event. */
export function createAuditChecks({ db, keys, dataDir, append, clock, log }: AuditChecksPorts) {
  let state: 'idle' | 'running' | 'failed' = 'idle'

  async function check(by: ActingPrincipal): Promise<void> {
    const began = clock.monotonic()
    const name = auditHeadPath(dataDir)
    // Reads the head before the rows, so that the trail is at least as long as the head says.
    const known = [await readHeadFile(keys, name)]
    const { rows, sealed, findings } = await verifyAuditTrail(db, keys, { name, known })
    const sentences = findings.map(({ sentence }) => sentence)
    if (sentences.length > 0) log.error('the audit trail failed its check', { findings: sentences })
    const detail = {
      rows,
      sealed,
      found: sentences.length,
      findings: sentences.slice(0, keptFindings),
      duration_ms: Math.round(clock.monotonic() - began),
    }
    await append({ at: new Date(clock.now()), by, action: verifiedAction, subject, detail })
  }

  /** Starts a check, unless this process already runs one. */
  function start(by: ActingPrincipal): void {
    if (state === 'running') return
    state = 'running'
    check(by).then(
      () => {
        state = 'idle'
      },
      (cause: unknown) => {
        state = 'failed'
        log.error('the check of the audit trail ended without a result', { cause })
      },
    )
  }

  /** The last check with a result, by any process. */
  async function last(): Promise<AuditCheck | undefined> {
    const row = await db.auditEvent.findFirst({
      where: { subject, action: verifiedAction },
      orderBy: { at: 'desc' },
      select: { at: true, actor: true, source: true, detail: true },
    })
    const detail = CheckDetail.safeParse(row?.detail)
    return row && detail.success ? { at: row.at, by: readActor(row), ...detail.data } : undefined
  }

  return {
    start,
    /** `failed`: the last check ended without a result. */
    state: () => state,
    last,
    /** Starts a check if the last one of any process is a day old. */
    async startIfDue() {
      const before = await last()
      if (before === undefined || clock.now() - before.at.getTime() >= dayMs) start(appPrincipal)
    },
  }
}
