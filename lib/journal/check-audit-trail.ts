import type { DatabaseClient } from '../db/client.ts'
import { type AuditFinding, type ChainCheck, type ChainEnd, chainStart, checkChain } from './audit-chain.ts'
import type { AuditHead } from './audit-head.ts'
import { isKeyed } from './audit-row.ts'
import { readAuditRows } from './read-audit-rows.ts'

type Ports = { readonly db: Pick<DatabaseClient, 'auditEvent' | '$queryRaw'>; readonly key: Uint8Array }

/** Rows per read; also the window in which the origin of an invalid row is searched. */
const batchRows = 1000

/** Checks every row after `before`, in batches. */
export async function checkRowsAfter({ db, key }: Ports, before: ChainEnd): Promise<ChainCheck> {
  let end = before
  for (;;) {
    // At the start, reads from the lowest number: a row below number 1 is invalid too.
    const after = end === chainStart ? {} : { after: end.id }
    const rows = await readAuditRows(db, { ...after, count: batchRows })
    const check = checkChain(key, rows, end)
    if (!check.ok || rows.length < batchRows) return check
    end = check.end
  }
}

/** Checks only the last batch of rows, so the time does not grow with the trail. */
export async function checkLastRows({ db, key }: Ports): Promise<ChainCheck> {
  const rows = await readAuditRows(db, { from: 'last', count: batchRows + 1 })
  rows.reverse()
  if (rows.length <= batchRows) return checkChain(key, rows, chainStart)
  const [before, ...others] = rows
  if (!before) return checkChain(key, rows, chainStart)
  const { id, hash } = before
  const unkeyed = isKeyed(before) ? 0 : await db.auditEvent.count({ where: { id: { lte: id } } })
  return checkChain(key, others, { id, hash, isKeyed: isKeyed(before), unkeyed })
}

/** Checks that the last verified row is still in its place. */
export async function checkHead({ db }: Pick<Ports, 'db'>, seen: AuditHead): Promise<AuditFinding | undefined> {
  const row = await db.auditEvent.findUnique({ where: { id: seen.row }, select: { hash: true } })
  if (row?.hash === seen.hash) return undefined
  if (row)
    return { fault: 'rewritten', row: seen.row, sentence: `row ${seen.row} differs from the one in the head file` }
  const last = await db.auditEvent.findFirst({ orderBy: { id: 'desc' }, select: { id: true } })
  if (!last) {
    return { fault: 'emptied', row: 1n, sentence: `the table is empty, but the head file records row ${seen.row}` }
  }
  if (last.id < seen.row) {
    const sentence = `the trail ends with row ${last.id}, but the head file records row ${seen.row}: rows were removed at the end`
    return { fault: 'truncated', row: last.id + 1n, sentence }
  }
  return { fault: 'removed', row: seen.row, sentence: `row ${seen.row} was removed` }
}
