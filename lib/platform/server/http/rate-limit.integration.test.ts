import { expect, test } from 'vitest'
import { createDatabasePool } from '../db/client.ts'
import { emptyTestDatabase } from '../db/testing.ts'
import { createRateLimits } from './rate-limit.ts'

const policies = {
  signInAccount: { points: 2, durationS: 60, isExact: true },
  search: { points: 40, durationS: 60 },
} as const

test('processes on one database keep a limit together: of attempts to sign in exactly, of others within a tenth each', async () => {
  await using database = await emptyTestDatabase()
  await using stack = new AsyncDisposableStack()
  let statements = 0
  const limits = () => {
    const pool = createDatabasePool(database.url, 1)
    stack.defer(() => pool.end())
    pool.on('acquire', () => {
      statements += 1
    })
    return createRateLimits({ pool, policies })
  }
  const [one, other] = [limits(), limits()]
  const account = `198.51.100.7 ${'a'.repeat(300)}@example.com`
  const refused = { ok: false, retryAfterMs: expect.any(Number) }
  expect(await one.take('signInAccount', account)).toEqual({ ok: true })
  expect(await other.take('signInAccount', account)).toEqual({ ok: true })
  expect(await one.take('signInAccount', account)).toEqual(refused)
  expect(await other.take('signInAccount', account)).toEqual(refused)
  expect(await other.take('signInAccount', 'another')).toEqual({ ok: true })
  await one.forget('signInAccount', 'another')
  const [row, ...others] = await database.client.rateLimit.findMany({ select: { key: true } })
  expect(others).toEqual([])
  expect(row?.key).toMatch(/^signInAccount:[0-9a-f]{32}$/)

  statements = 0
  let allowed = 0
  for (let uses = 0; uses < 60; uses += 1) {
    for (const process of [one, other]) if ((await process.take('search', 'ada')).ok) allowed += 1
  }
  expect(allowed).toBeGreaterThanOrEqual(40)
  expect(allowed).toBeLessThanOrEqual(48)
  expect(statements).toBeLessThanOrEqual(12)
})
