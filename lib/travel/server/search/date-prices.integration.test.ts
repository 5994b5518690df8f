import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Services } from '#lib/compose/compose.ts'
import { openServices } from '#lib/compose/testing/open-services.ts'
import { principalOf } from '#lib/platform/server/auth/principal.ts'
import { type DateLine, DatePricesQuery } from '../../model/flights/date-price.ts'
import { addDays } from '../../model/offset-time.ts'

const ana = principalOf({ id: 'user_0123456789abcdefghijkl', role: 'traveler', isGuest: false })

let stack: AsyncDisposableStack
let services: Services

beforeAll(async () => {
  stack = new AsyncDisposableStack()
  services = await openServices(stack)
  await services.db.user.create({ data: { id: ana.id } })
})
afterAll(() => stack.disposeAsync())

async function ask(fields: object): Promise<DateLine[]> {
  const query = DatePricesQuery.parse({ origin: 'SEA', destination: 'NRT', ...fields })
  const lines: DateLine[] = []
  const { signal } = new AbortController()
  for await (const line of services.datePrices({ query, principal: ana, limitKey: ana.id, signal, requestId: 'req' }))
    lines.push(line)
  return lines
}

test('each searched date is recorded as an execution of the person, and later requests use the cache', async () => {
  const date = addDays(new Date().toISOString().slice(0, 10), 50)
  const dates = [addDays(date, 1), addDays(date, 2)]
  expect(await ask({ date, dates })).toEqual(dates.map((one) => ({ state: 'unknown', dates: one })))
  expect(await services.db.execution.count()).toBe(0)

  const searched = await ask({ date, dates, look: 'pressed' })
  const priced = searched.filter(({ state }) => state === 'priced')
  expect(priced.map((line) => 'dates' in line && line.dates).toSorted()).toEqual(dates)
  const executions = await services.db.execution.findMany({ where: { userId: ana.id } })
  expect(executions).toHaveLength(2)

  const again = await ask({ date, dates, look: 'pressed' })
  expect(again).toHaveLength(2)
  // The lines have the time of the first answer, so no source was called again.
  expect(again).toEqual(expect.arrayContaining(priced))
})
