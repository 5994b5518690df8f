import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import { auditHeadPath } from '../journal/audit-head.ts'
import { auditKeysOf, openAuditTrail } from '../journal/open-audit-trail.ts'

const encryptionKey = new Uint8Array(32).fill(5)

test('reports whether the audit trail is intact, names each problem, and sets the exit code', async () => {
  await using database = await createTestDatabase()
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'travel-audit-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    TRAVEL_DATA_DIR: dataDir,
    TRAVEL_ENCRYPTION_KEY: Buffer.from(encryptionKey).toString('base64'),
  }
  const verify = (...args: string[]) =>
    new Promise<{ code: unknown; text: string }>((resolve) => {
      const command = [join(import.meta.dirname, 'main.ts'), 'audit', 'verify', ...args]
      execFile(process.execPath, command, { env }, (error, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, text: stdout + stderr })
      })
    })
  const log = { warn: () => {}, error: () => {} }
  const clock = { now: () => Date.now() }
  const start = () => openAuditTrail({ db: database.client, keys: auditKeysOf({ encryptionKey }), dataDir, clock, log })
  await (await start())[Symbol.asyncDispose]()

  expect(await verify()).toEqual({
    code: 0,
    text: 'The audit trail is intact.\nRows: 1. Last row recorded in the head file: 1.\n',
  })
  expect(await verify('--head', join(dataDir, 'none.json'))).toMatchObject({
    code: 1,
    text: expect.stringContaining('does not exist'),
  })
  await database.client.auditEvent.deleteMany()
  const emptied = await verify('--head', auditHeadPath(dataDir))
  expect(emptied).toMatchObject({
    code: 1,
    text: expect.stringContaining('the table is empty, but the head file records row 1'),
  })
})
