import { expect, test } from 'vitest'
import { createDatabaseClient } from '#lib/platform/server/db/client.ts'
import { emptyTestDatabase } from '#lib/platform/server/db/testing.ts'
import { sha256 } from '#runner/core/hash.ts'
import { createBookedStarts, forgetLanes } from './booked-starts.ts'

test('bookings of several processes at once never exceed the rate of a host, nor come closer than its interval', async () => {
  await using database = await emptyTestDatabase()
  const clients = Array.from({ length: 3 }, () => createDatabaseClient(database.url, { connections: 4 }))
  await using stack = new AsyncDisposableStack()
  for (const client of clients) stack.defer(() => client.$disconnect())
  const book = async (lane: string, per_second: number, min_interval_ms: number) =>
    Promise.all(
      clients.flatMap((client) =>
        [3, 1, 4].map((count) => createBookedStarts(client)(lane, { per_second, min_interval_ms }, count)),
      ),
    )
  const startsOf = async (lane: string) =>
    (await database.client.pacedLane.findUniqueOrThrow({ where: { lane: sha256(lane) } })).starts
  const leastGap = (starts: readonly number[], apart: number) =>
    Math.min(...starts.slice(apart).map((start, at) => start - (starts[at] ?? 0)))

  // Bookings that wait for each other are rare in a single run, so they run on ten hosts.
  for (let host = 0; host < 10; host += 1) {
    const waits = await book(`host ${host} with an interval`, 30, 20)
    expect(waits.map(({ length }) => length)).toEqual([3, 1, 4, 3, 1, 4, 3, 1, 4])
    const starts = await startsOf(`host ${host} with an interval`)
    expect(starts).toHaveLength(24)
    expect(leastGap(starts, 1)).toBeGreaterThanOrEqual(20)
  }

  await book('a host without one', 8, 0)
  await createBookedStarts(database.client)('a host without one', { per_second: 8, min_interval_ms: 0 }, 8)
  const latest = await startsOf('a host without one')
  expect(latest).toHaveLength(16)
  expect(leastGap(latest, 8)).toBeGreaterThanOrEqual(1000)

  await forgetLanes(database.client)
  expect(await database.client.pacedLane.count()).toBe(11)
  await database.client.$executeRaw`update paced_lanes set starts = array[1000]`
  await forgetLanes(database.client)
  expect(await database.client.pacedLane.count()).toBe(0)
})
