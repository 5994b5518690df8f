import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { auditKeysOf } from '#lib/platform/server/audit/audit-macs.ts'
import { auditHeadPath } from '#lib/platform/server/audit/head-file.ts'
import { openAuditTrail } from '#lib/platform/server/audit/open-audit-trail.ts'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { runHere } from './testing/run-command.ts'

const encryptionKey = new Uint8Array(32).fill(5)

test('reports whether the audit trail is intact, names each problem, and sets the exit code', async () => {
  await using database = await createTestDatabase()
  await using stack = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'travel-audit-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  const env = {
    DATABASE_URL: database.url,
    TRAVEL_DATA_DIR: dataDir,
    TRAVEL_ENCRYPTION_KEY: Buffer.from(encryptionKey).toString('base64'),
  }
  const verify = async (...args: string[]) => {
    const { code, out, err } = await runHere(['audit', 'verify', ...args], env)
    return { code, text: out + err }
  }
  const log = { warn: () => {}, error: () => {} }
  const clock = { now: () => Date.now() }
  const start = () => openAuditTrail({ db: database.client, keys: auditKeysOf({ encryptionKey }), dataDir, clock, log })
  await (await start())[Symbol.asyncDispose]()

  expect(await verify()).toEqual({
    code: 0,
    text: expect.stringMatching(
      /^The audit trail is intact.\nRows: 1, 1 of them sealed.\nNewest known head: 1 rows, signed at .*Z.\n$/,
    ),
  })
  expect(await verify('--head', join(dataDir, 'none.json'))).toMatchObject({
    code: 1,
    text: expect.stringContaining('does not exist'),
  })
  expect(await verify('--head', dataDir)).toEqual({
    code: 1,
    text: `The heads in ${dataDir} cannot be read (EISDIR: illegal operation on a directory, read): name a file that you may read.\n`,
  })
  const { lane } = await database.client.auditEvent.findFirstOrThrow()
  await database.client.auditEvent.deleteMany()
  expect(await verify('--head', auditHeadPath(dataDir))).toMatchObject({
    code: 1,
    text: expect.stringContaining(`row ${lane}-1 was removed`),
  })
})
