import { expect, test } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import { createLogger } from '../log/logger.ts'
import { addJob } from './jobs.ts'
import { openQueue } from './open-queue.ts'

test('the job by which earlier versions announced scripts is removed: no queue would run it', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const { client: db, url: databaseUrl } = database
  const options = { databaseUrl, tasks: { deliver() {} }, concurrency: 1, name: 'tests' }
  const open = () => openQueue({ ...options, log: createLogger({ level: 'silent' }) })
  await (await open())[Symbol.asyncDispose]()
  await addJob(db, { task: 'serve_scripts', payload: {}, key: 'serve_scripts' })
  await using _queue = await open()
  expect(await db.$queryRaw`select key from graphile_worker.jobs`).toEqual([])
})
