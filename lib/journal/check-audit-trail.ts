import type { DatabaseClient } from '../db/client.ts'
import { type AuditFinding, type ChainCheck, type ChainEnd, chainStart, checkChain } from './audit-chain.ts'
import type { AuditHead } from './audit-head.ts'
import { isKeyed } from './audit-row.ts'
import { readAuditRows } from './read-audit-rows.ts'

type Ports = { readonly db: Pick<DatabaseClient, 'auditEvent' | '$queryRaw'>; readonly key: Uint8Array }

/** Rows that are read at once; how a wrong row came there is looked for among as many. */
const batchRows = 1000

/** Checks every row after `before`, in batches. */
export async function checkRowsAfter({ db, key }: Ports, before: ChainEnd): Promise<ChainCheck> {
  let end = before
  for (;;) {
    // Without a row before: a place below the first is a wrong row too.
    const after = end === chainStart ? {} : { after: end.id }
    const rows = await readAuditRows(db, { ...after, count: batchRows })
    const check = checkChain(key, rows, end)
    if (!check.ok || rows.length < batchRows) return check
    end = check.end
  }
}

/** Checks the last rows only, at most as many as one batch: the time that it takes does not grow with the trail. */
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

/** Checks that the row which was seen last still stands in its place. */
export async function checkHead({ db }: Pick<Ports, 'db'>, seen: AuditHead): Promise<AuditFinding | undefined> {
  const row = await db.auditEvent.findUnique({ where: { id: seen.row }, select: { hash: true } })
  if (row?.hash === seen.hash) return undefined
  if (row) return { fault: 'rewritten', row: seen.row, sentence: `row ${seen.row} is not the row that was seen there` }
  const last = await db.auditEvent.findFirst({ orderBy: { id: 'desc' }, select: { id: true } })
  if (!last) {
    return { fault: 'emptied', row: 1n, sentence: `the table is empty, and row ${seen.row} was seen` }
  }
  if (last.id < seen.row) {
    const sentence = `the trail ends with row ${last.id}, and row ${seen.row} was seen: rows were removed at its end`
    return { fault: 'truncated', row: last.id + 1n, sentence }
  }
  return { fault: 'removed', row: seen.row, sentence: `row ${seen.row} was removed` }
}
