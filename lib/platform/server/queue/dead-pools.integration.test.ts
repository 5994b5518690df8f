import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import { createLogger } from '../log/logger.ts'
import { addJob } from './jobs.ts'
import { openQueue } from './open-queue.ts'

test('a job that a killed process had begun runs in another one after two looks, and a job of a living one does not', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const { client: db, url: databaseUrl } = database
  const began: string[] = []
  const longBegan = Promise.withResolvers<void>()
  const longMayEnd = Promise.withResolvers<void>()
  const leftBegan = Promise.withResolvers<void>()
  const options = {
    databaseUrl,
    tasks: {
      async deliver(payload: unknown) {
        const { id } = Object(payload)
        began.push(id)
        if (id === 'left') return leftBegan.resolve()
        longBegan.resolve()
        await longMayEnd.promise
      },
    },
    concurrency: 1,
    name: 'tests',
    log: createLogger({ level: 'silent' }),
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  using _real = { [Symbol.dispose]: () => vi.useRealTimers() }
  await using queues = new AsyncDisposableStack()
  queues.use(await openQueue(options))
  queues.defer(() => longMayEnd.resolve())
  await addJob(db, { task: 'deliver', payload: { id: 'long' }, key: 'long' })
  await longBegan.promise
  // What a killed process leaves behind: a job that is locked by a pool without a connection.
  await addJob(db, { task: 'deliver', payload: { id: 'left' }, key: 'left' })
  await db.$executeRaw`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-of-a-killed-process'
    where key = 'left'`

  queues.use(await openQueue(options))
  vi.advanceTimersByTime(10_000)
  // If the living pool counted as dead, its older job would begin first, and wait here.
  await leftBegan.promise
  expect(began).toEqual(['long', 'left'])
})
