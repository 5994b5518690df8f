import type { DatabaseClient } from '../db/client.ts'
import type { AuditKeys } from './audit-keys.ts'
import { createAuditMacs } from './audit-macs.ts'
import { checkSealedRows } from './check-rows.ts'
import { createFindings } from './findings.ts'
import type { KnownHead } from './head-file.ts'
import { readLanes, readSealed } from './read-trail.ts'
import { readLatestHead } from './read-tree.ts'

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
