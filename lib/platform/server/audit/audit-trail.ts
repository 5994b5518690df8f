import { canonicalJson, type JsonValue } from '#runner/core/canonical-json.ts'
import { actorOf, actorText } from '../../model/actor.ts'
import { createGroupCommit } from '../db/batches.ts'
import type { DatabaseClient } from '../db/client.ts'
import type { Statements } from '../db/statements.ts'
import { cleaned, storable } from '../db/storable.ts'
import { createAuditMacs } from './audit-macs.ts'
import { type AuditRecord, maxDetailBytes } from './audit-record.ts'
import { appendRows, continueLane, type Lane, takeLane } from './lanes.ts'

/** What remains of a detail that is too large, so that its JSON fits: this many fields, of this many characters. */
const maxFields = 20
const longestField = 400

/** The audit trail's interface for the code whose changes it records. */
export type AuditTrail = {
  /** Appends rows in the caller's transaction, so that rows and change commit together. Waits for no other writer. */
  record(tx: Statements, ...records: readonly AuditRecord[]): Promise<void>
}

export type AppendingTrail = AuditTrail & {
  /** Appends rows about events that change nothing else in the database, all or none of them. Waits for no other writer. */
  append(db: DatabaseClient, records: readonly AuditRecord[]): Promise<void>
}

/** `recorded` is called after each write. The write may not be committed yet. */
export function createAuditTrail(key: Uint8Array, recorded: () => void = () => {}): AppendingTrail {
  const macs = createAuditMacs(key)
  const wrong = new Set<string>()
  /** The lane of the last `append`, unless another one is writing there. The database decides whether it is still so. */
  let known: Lane | undefined

  const rowsAt = ({ id: lane, nextSeq }: Lane, records: readonly AuditRecord[]) =>
    records.map((record, index) => {
      const row = { ...storedForm(record), lane, seq: nextSeq + BigInt(index) }
      return { ...row, mac: macs.row(row) }
    })

  /** Writes in the caller's transaction. Returns the lane. */
  async function write(tx: Statements, records: readonly AuditRecord[]): Promise<Lane> {
    const lane = await takeLane(tx, macs, wrong)
    await appendRows(tx, macs, lane, rowsAt(lane, records))
    return lane
  }

  return {
    async record(tx, ...records) {
      if (records.length === 0) return
      await write(tx, records)
      recorded()
    },
    async append(db, records) {
      let lane = known
      known = undefined
      if (lane === undefined || !(await continueLane(db.pool, macs, lane, rowsAt(lane, records)))) {
        lane = await db.sqlTransaction((tx) => write(tx, records))
      }
      known = { id: lane.id, nextSeq: lane.nextSeq + BigInt(records.length) }
      recorded()
    },
  }
}

/** A record as the database will return it. */
function storedForm({ at, by, action, subject, detail }: AuditRecord) {
  return {
    atMs: String(at.getTime()),
    actor: String(storable(actorText(actorOf(by)))),
    source: by.source,
    action,
    subject: String(storable(subject)),
    detail: storedDetail(detail),
  }
}

/** The detail's JSON. Of one that is too large, the first fields, and only the beginning of a long field, as a text. */
function storedDetail(detail: AuditRecord['detail']): string {
  const json = cleaned(canonicalJson(detail))
  if (Buffer.byteLength(json) <= maxDetailBytes) return json
  const fields = Object.entries(detail).slice(0, maxFields)
  const short = fields.map(([name, value]) => [name.slice(0, longestField), shortened(value)])
  return cleaned(canonicalJson({ ...Object.fromEntries(short), too_large: true }))
}

function shortened(value: JsonValue): JsonValue {
  const json = canonicalJson(value)
  return json.length <= longestField ? value : `${json.slice(0, longestField)}…`
}

/**
 * Appends a row about an event that changes nothing else in the database. Rows of concurrent callers share a
 * transaction. Resolves when the row is durable.
 */
export type AppendAudit = (record: AuditRecord) => Promise<void>

export const createAppendAudit = (db: DatabaseClient, audit: AppendingTrail): AppendAudit =>
  createGroupCommit<AuditRecord>({
    async write(records) {
      await audit.append(db, records)
      return new Map()
    },
  })
