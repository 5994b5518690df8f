import { expect, test } from 'vitest'
import { openServices } from '#lib/compose/testing/open-services.ts'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { principalOf } from '#lib/platform/server/auth/principal.ts'

const operator = principalOf({ id: 'user_0123456789abcdefghijkl', role: 'operator', isGuest: false })

test('the real app runs saved searches as their user with the source "public", and records executions', async () => {
  await using stack = new AsyncDisposableStack()
  const services = await openServices(stack)
  const { db, savedSearches, clock } = services
  await db.user.create({ data: { id: operator.id, role: 'operator' } })
  const inDays = (days: number) => new Date(clock.now() + days * 86_400_000).toISOString().slice(0, 10)
  const { signal } = new AbortController()
  const rule = { type: 'below_saved' } as const
  for (const [kind, search] of [
    ['flights', `origin=AMS&destination=AUA&date=${inDays(40)}&onward=AUA-MIA-${inDays(44)}`],
    // A small radius: on a busy machine, many hotels would exceed the skill's time limit.
    ['hotels', `place=AUA&radius_km=2&check_in=${inDays(40)}&check_out=${inDays(43)}`],
  ] as const) {
    const saved = await savedSearches.save({ kind, search, rule }, contextOf(operator), signal)
    if (!saved.ok) throw new Error(saved.error.message)
    await db.savedSearch.update({ where: { id: saved.value.id }, data: { nextRunAt: new Date(clock.now()) } })
    await savedSearches.run(saved.value.id)
  }
  expect((await savedSearches.list(operator)).map(({ state, data, days }) => [state.kind, data, days.length])).toEqual([
    ['working', 'sample', 1],
    ['working', 'sample', 1],
  ])
  const executions = await db.execution.findMany({
    select: { principalId: true, userId: true, source: true, trust: true },
  })
  expect(executions.length).toBeGreaterThanOrEqual(2)
  for (const execution of executions)
    expect(execution).toEqual({ principalId: operator.id, userId: operator.id, source: 'public', trust: 'network' })
})
