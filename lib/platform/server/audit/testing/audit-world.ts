import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseClient } from '../../db/client.ts'
import { createTestDatabase, emptyTestDatabase } from '../../db/testing.ts'
import { auditKeysOf } from '../audit-macs.ts'
import type { AuditRecord } from '../audit-record.ts'
import { createAuditTrail } from '../audit-trail.ts'
import type { HeadTargets } from '../export-heads.ts'
import { auditHeadPath, readHeads } from '../head-file.ts'
import { openAuditTrail } from '../open-audit-trail.ts'
import { verifyAuditTrail } from '../verify-audit-trail.ts'

export const testKeys = auditKeysOf({ encryptionKey: new Uint8Array(32).fill(5) })

export const testRecord = (n: number): AuditRecord => ({
  at: new Date(1_700_000_000_000 + n),
  by: { id: `user_${n}`, source: 'main' },
  action: 'user.signed_in',
  subject: `subject ${n}`,
  detail: { n, text: 'detail' },
})

/** Appends rows, each in a transaction, without starting a sealing. */
export async function appendUnsealed(db: DatabaseClient, count: number, from = 0): Promise<void> {
  const trail = createAuditTrail(testKeys.rows)
  for (let n = from; n < from + count; n += 1) await db.$transaction((tx) => trail.record(tx, testRecord(n)))
}

/** A database, a data folder, and instances that use them. `changesTables`: the database gets no other test. */
export async function openAuditWorld({ changesTables = false } = {}) {
  const stack = new AsyncDisposableStack()
  const database = stack.use(await (changesTables ? createTestDatabase() : emptyTestDatabase()))
  const { client: db } = database
  const newFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), 'travel-audit-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    return folder
  }
  const dataDir = await newFolder()
  const path = auditHeadPath(dataDir)
  const lines: string[] = []
  const note = (message: string) => lines.push(message)
  return {
    db,
    url: database.url,
    dataDir,
    path,
    lines,
    newFolder,
    // Sealing that starts by itself, when a test is slow, would add heads.
    start: (folder = dataDir, heads: HeadTargets = {}, sealMs = 600_000) =>
      openAuditTrail({
        db,
        keys: testKeys,
        dataDir: folder,
        heads,
        sealMs,
        clock: { now: () => Date.now() },
        log: { warn: note, error: note },
      }),
    rows: () => db.auditEvent.findMany({ orderBy: [{ lane: 'asc' }, { seq: 'asc' }] }),
    verdict: async (file = path) =>
      verifyAuditTrail(db, testKeys, {
        name: file,
        known: await readHeads(testKeys, file).catch(() => [{ kind: 'missing' } as const]),
      }),
    async problems(file = path) {
      return (await this.verdict(file)).findings.map(({ sentence }) => sentence)
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
