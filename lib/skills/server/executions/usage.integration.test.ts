import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#lib/platform/server/db/testing.ts'
import { errorOf } from '#runner/contract/faults.ts'
import { newId } from '#runner/contract/ids.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import type { Traffic } from '#runner/core/ports.ts'
import { errorOutput } from '#runner/run/output.ts'
import { endExecutions } from './end-executions.ts'
import { createExecutionStore } from './execution-store.ts'
import { testAudit, testSeals } from './testing/durable-runner.ts'

const owners = ['user_ada', 'user_bob', 'agent_voice', 'prof_digest'] as const
const skills = ['flight-search', 'hotel-search'] as const
const figure = fc.nat({ max: 1_000_000 })
const unknown = <T>(known: fc.Arbitrary<T>) => fc.option(known, { nil: undefined })

const execution = fc.record({
  owner: fc.constantFrom(...owners),
  skill: fc.constantFrom(...skills),
  /** How it ends: by itself, with an answer too large for one statement, or with its process. */
  end: fc.constantFrom('success', 'TIMEOUT', 'CANCELLED', 'large', 'lost'),
  fuelUsed: figure,
  durationMs: unknown(figure),
  calls: unknown(fc.nat({ max: 9 })),
  traffic: unknown(fc.record({ bytes: unknown(figure), tokens: unknown(figure) })),
})
type Ran = typeof execution extends fc.Arbitrary<infer One> ? One : never

type Known = Partial<Pick<Ran, 'fuelUsed' | 'durationMs' | 'calls'> & Traffic>

/** The sum of what is known; null if nothing is. */
const sumOf = (values: readonly (number | undefined)[]) => {
  const known = values.filter((value) => value !== undefined)
  return known.length === 0 ? null : BigInt(known.reduce((sum, value) => sum + value, 0))
}

function expected(ran: readonly Ran[]) {
  const groups = Map.groupBy(ran, ({ owner, skill }) => `${owner.startsWith('user_') ? '' : owner} ${skill}`)
  return [...groups].map(([key, all]) => {
    const [owner, skill] = key.split(' ')
    const known = all.map(
      ({ end, fuelUsed, durationMs, calls, traffic }): Known =>
        end === 'lost' ? {} : { fuelUsed, durationMs, calls, ...traffic },
    )
    return {
      owner,
      skill,
      executions: all.length,
      failed: all.filter(({ end }) => end === 'TIMEOUT' || end === 'lost').length,
      unmeasured: known.filter((one) =>
        [one.fuelUsed, one.durationMs, one.calls, one.bytes, one.tokens].includes(undefined),
      ).length,
      runMs: sumOf(known.map(({ durationMs }) => durationMs)),
      fuel: sumOf(known.map(({ fuelUsed }) => fuelUsed)),
      hostCalls: sumOf(known.map(({ calls }) => calls)),
      bytes: sumOf(known.map(({ bytes }) => bytes)),
      tokens: sumOf(known.map(({ tokens }) => tokens)),
    }
  })
}

const byKey = (one: { readonly owner?: string | undefined; readonly skill?: string | undefined }) =>
  `${one.owner} ${one.skill}`

test('the sums of days are those of the executions, unknown where nothing is measured, and outlive the records', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  const store = createExecutionStore(db, 'inst_one', testSeals, testAudit)

  const run = async ({ owner, skill, end, fuelUsed, durationMs, calls, traffic }: Ran) => {
    const id = newId('exec', randomBytes)
    const about = { skill, version: '1.0.0' }
    await store.started({
      ...{ id, ...about, digest: 'd', inputRedacted: false, tier: 'local', keys: [] },
      input: { action: 'run', params: {}, config: {} },
      principal: principalFrom('public', { id: owner, role: 'guest' }),
    })
    if (end === 'lost') {
      const output = { status: 'error', ...about, error: errorOf('INTERNAL') } as const
      await db.$transaction((tx) => endExecutions(tx, { id }, { at: new Date(), output }))
      return
    }
    const metadata = { query_time_ms: 1, cached: false, fetched_at: '2026-11-20T00:00:00.000Z', partial: false }
    const results = end === 'large' ? [{ text: 'a'.repeat(100_000) }] : []
    const failed = end === 'TIMEOUT' || end === 'CANCELLED'
    await store.finished({
      id,
      output: failed ? errorOutput(about, errorOf(end)) : { status: 'success', ...about, results, metadata },
      errorCode: failed ? end : undefined,
      ...{ journal: [], fuelUsed, data: undefined },
      ...(durationMs === undefined ? {} : { durationMs }),
      ...(calls === undefined ? {} : { used: [{ op: 'time.offset', calls }] }),
      ...(traffic === undefined ? {} : { traffic: trafficOf(traffic) }),
    })
  }

  await fc.assert(
    fc.asyncProperty(fc.array(execution, { minLength: 1, maxLength: 12 }), async (ran) => {
      await db.$executeRaw`truncate executions, usage_days cascade`
      await Promise.all(ran.map(run))
      await db.execution.deleteMany()
      const days = await db.usageDay.findMany({ omit: { day: true } })
      expect(days.toSorted((a, b) => (byKey(a) < byKey(b) ? -1 : 1))).toEqual(
        expected(ran).toSorted((a, b) => (byKey(a) < byKey(b) ? -1 : 1)),
      )
    }),
    { numRuns: 8 },
  )
})

const trafficOf = ({ bytes, tokens }: Partial<Traffic>): Traffic => ({ bytes, tokens })
