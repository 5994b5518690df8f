import { createDatabaseClient } from '../../db/client.ts'
import { createAuditTrail } from '../audit-trail.ts'
import { openAuditTrail } from '../open-audit-trail.ts'
import { testKeys, testRecord } from './audit-world.ts'

/**
 * A process that appends rows in several lanes and seals without pause, until it is killed. After the commit of each
 * row it prints the row's number.
 *
 * Arguments: database URL, data folder, the first number.
 */
const [databaseUrl = '', dataDir = '', first = ''] = process.argv.slice(2)
const db = createDatabaseClient(databaseUrl, { connections: 4 })
const note = (message: string) => process.stderr.write(`${message}\n`)
const sealing = await openAuditTrail({
  db,
  keys: testKeys,
  dataDir,
  clock: { now: () => Date.now() },
  log: { warn: note, error: note },
})
const trail = createAuditTrail(testKeys.rows)

let next = Number(first)
async function append(): Promise<never> {
  for (;;) {
    const n = next++
    await db.$transaction((tx) => trail.record(tx, testRecord(n)))
    process.stdout.write(`${n}\n`)
  }
}
async function seal(): Promise<never> {
  for (;;) await sealing.follow()
}
await Promise.all([append(), append(), seal()])
