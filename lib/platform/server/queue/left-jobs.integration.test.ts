import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import { createLogger } from '../log/logger.ts'
import { addJob } from './jobs.ts'
import { openQueue } from './open-queue.ts'

test('after two looks, jobs run again that a killed process had begun, or whose end was lost; those that run do not', async () => {
  await using database = await createTestDatabase({ migrated: false })
  const { client: db, url: databaseUrl } = database
  const began: string[] = []
  const longBegan = Promise.withResolvers<void>()
  const longMayEnd = Promise.withResolvers<void>()
  const leftBegan = Promise.withResolvers<void>()
  const lostBegan = Promise.withResolvers<void>()
  const options = {
    databaseUrl,
    tasks: {
      async deliver(payload: unknown) {
        const { id } = Object(payload)
        began.push(id)
        if (id === 'left') return leftBegan.resolve()
        if (id === 'lost') return lostBegan.resolve()
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
  // What an outage leaves behind, when a job has ended and the database does not hear of it.
  await addJob(db, { task: 'deliver', payload: { id: 'lost' }, key: 'lost' })
  await db.$executeRaw`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = (
      select locked_by from graphile_worker._private_jobs where key = 'long')
    where key = 'lost'`

  queues.use(await openQueue(options))
  vi.advanceTimersByTime(20_000)
  // If a job that runs counted as left, it would begin again first, because it is older, and wait here.
  await Promise.all([leftBegan.promise, lostBegan.promise])
  expect(began.toSorted()).toEqual(['left', 'long', 'lost'])
})
