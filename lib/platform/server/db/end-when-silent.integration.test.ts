import pg from 'pg'
import { expect, test } from 'vitest'
import { endWhenSilent } from './end-when-silent.ts'
import { emptyTestDatabase } from './testing.ts'

test('a process that stands still loses its locks, and one that only waits keeps them', async () => {
  await using database = await emptyTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  client.on('error', () => {})
  await client.connect()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  client.once('end', end)
  await client.query('select pg_advisory_lock(7310)')
  const locks = () => database.client.$queryRaw`select from pg_locks where locktype = 'advisory' and objid = 7310`
  await endWhenSilent(client, () => {}, { beatMs: 100, silentMs: 4_000 })
  const oldSessions = () => database.client.$queryRaw`
    select from pg_stat_activity join pg_locks using (pid)
    where locktype = 'advisory' and objid = 7310 and backend_start < clock_timestamp() - interval '6 seconds'`
  await expect.poll(oldSessions).toHaveLength(1)
  // This thread does nothing, as if the process were stopped.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 6_000)
  await ended
  expect(await locks()).toHaveLength(0)
})
