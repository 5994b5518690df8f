import type { DatabaseClient } from '../../db/client.ts'
import { chainLane, rowId, type TrailRow } from '../audit-record.ts'
import type { Findings } from '../findings.ts'
import type { KnownHead } from '../head-file.ts'
import { chainRowOf } from './chain-row.ts'
import { type ChainEnd, chainStart, checkChain } from './check-chain.ts'

/** Checks the rows of the former chain by the rules of the chain, in batches. Reports the first wrong row. */
export function createChainCheck(key: Uint8Array, findings: Findings) {
  let end: ChainEnd = chainStart
  let isWrong = false
  return {
    check(rows: readonly TrailRow[]): void {
      if (isWrong || rows.length === 0) return
      const check = checkChain(key, rows.map(chainRowOf), end)
      if (check.ok) end = check.end
      else {
        isWrong = true
        const { fault, row, sentence } = check.finding
        findings.add(
          fault === 'rewritten' ? 'edited' : fault,
          `${chainLane}-${row}`,
          `in the former chain, ${sentence}`,
        )
      }
    },
    /** The number of rows from before rows were authenticated. */
    unkeyed: () => end.unkeyed,
  }
}

/** Checks that the row in a head file of the former chain is still there. */
export async function checkFormerHead(
  db: Pick<DatabaseClient, 'auditEvent'>,
  { row: seq, hash }: Extract<KnownHead, { kind: 'chain' }>,
  name: string,
  findings: Findings,
): Promise<void> {
  const row = await db.auditEvent.findUnique({
    where: { lane_seq: { lane: chainLane, seq } },
    select: { mac: true },
  })
  const id = rowId({ lane: chainLane, seq })
  if (!row) findings.add('removed', id, `row ${id} was removed: ${name} records it`)
  else if (row.mac !== hash) findings.add('edited', id, `row ${id} differs from the one in ${name}`)
}
