import { expect, test } from 'vitest'
import { createDatabaseClient } from '#lib/platform/server/db/client.ts'
import { emptyTestDatabase } from '#lib/platform/server/db/testing.ts'
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
  const gaps = async (count: number, apart: number) => {
    const lanes = await database.client.pacedLane.findMany()
    const starts = lanes.map((lane) => lane.starts).find(({ length }) => length === count) ?? []
    return starts.slice(apart).map((start, at) => start - (starts[at] ?? 0))
  }

  const waits = await book('a host with an interval', 30, 20)
  expect(waits.map(({ length }) => length)).toEqual([3, 1, 4, 3, 1, 4, 3, 1, 4])
  expect(Math.min(...(await gaps(24, 1)))).toBeGreaterThanOrEqual(20)

  await book('a host without one', 8, 0)
  await createBookedStarts(database.client)('a host without one', { per_second: 8, min_interval_ms: 0 }, 8)
  expect(Math.min(...(await gaps(16, 8)))).toBeGreaterThanOrEqual(1000)

  await forgetLanes(database.client)
  expect(await database.client.pacedLane.count()).toBe(2)
  await database.client.$executeRaw`update paced_lanes set starts = array[1000]`
  await forgetLanes(database.client)
  expect(await database.client.pacedLane.count()).toBe(0)
})
