import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fakeRuntime, runnerWith } from '../testing/runner-fixture.ts'
import { testManifest } from '../testing/test-manifest.ts'
import type { ExecuteConfig } from './admit.ts'

const input = { action: 'run', params: {}, config: {} }

function counting() {
  let runs = 0
  const runtime = fakeRuntime(async () => {
    runs += 1
    return { kind: 'returned', value: { results: [] }, fuelUsed: 0 }
  })
  return { runner: runnerWith(testManifest(), { runtimes: [runtime] }), runs: () => runs }
}

/** What plain JavaScript may pass as a number. */
const noBudgets: readonly unknown[] = [
  -1,
  0,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '100',
  '',
  null,
  true,
  [5000],
  {},
]
const budgets: readonly (readonly [string, (value: unknown) => object])[] = [
  ['timeout_ms', (timeout_ms) => ({ timeout_ms })],
  ['resource_limits.fuel', (fuel) => ({ resource_limits: { fuel } })],
  ['resource_limits.memory_mb', (memory_mb) => ({ resource_limits: { memory_mb } })],
]

describe('a budget that is not a whole number in its range', () => {
  test.each(budgets.flatMap(([field, config]) => noBudgets.map((value) => [field, value, config(value)] as const)))(
    'is refused and named, and nothing runs: %s of %j',
    async (field, _, config: ExecuteConfig) => {
      const { runner, runs } = counting()
      expect(await runner.execute('probe', input, config)).toMatchObject({
        status: 'error',
        error: { code: 'INVALID_INPUT', fault: 'caller', details: { [field]: expect.stringMatching(/^must be/) } },
      })
      expect(runs()).toBe(0)
    },
  )

  test.each([-1, 0, Number.NaN, Number.POSITIVE_INFINITY, '1'])('is refused for the CPU, too: %j', async (cpus) => {
    const { runner, runs } = counting()
    const config = JSON.parse('{}')
    config.resource_limits = { cpus }
    expect(await runner.execute('probe', input, config)).toMatchObject({ error: { code: 'INVALID_INPUT' } })
    expect(runs()).toBe(0)
  })

  test('is refused under any other name, as a budget that limits nothing', async () => {
    const { runner } = counting()
    const config = JSON.parse('{"resource_limits":{"fule":5}}')
    expect(await runner.execute('probe', input, config)).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { 'resource_limits.fule': expect.any(String) } },
    })
  })
})

test('a whole number in its range is the budget', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 100, max: 600_000 }),
      fc.integer({ min: 1, max: 18_000_000 }),
      async (ms, fuel) => {
        const { runner } = counting()
        const admitted = await runner.admit('probe', input, { timeout_ms: ms, resource_limits: { fuel } })
        expect(admitted).toMatchObject({ kind: 'admitted', grant: { limits: { timeoutMs: Math.min(ms, 15_000) } } })
        if (admitted.kind === 'admitted') expect(admitted.grant.limits.fuel).toBeLessThanOrEqual(fuel)
      },
    ),
  )
})
