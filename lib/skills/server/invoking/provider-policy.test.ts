import { describe, expect, test } from 'vitest'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import { type Principal, principalFrom } from '#runner/contract/principal.ts'
import { engineOf } from '#runner/egress/testing/engine-fixture.ts'
import { fakeRuntime, runnerWith } from '#runner/testing/runner-fixture.ts'
import { testManifest } from '#runner/testing/test-manifest.ts'
import { cacheSecondsOf } from './provider-policy.ts'
import { invokeWith } from './testing/invoke-with.ts'

const manifestWith = (policy: object) =>
  testManifest({ name: 'polite', input_schema: { ask: { type: 'object' } }, cache: { ttl_s: 60 }, policy })

const person = principalFrom('public', { id: 'guest', role: 'guest' })
const agent = principalFrom('main', { id: 'agent', role: 'agent' })

/** How often a skill with this policy runs for these requests, and the code if the last request was refused. */
async function asked(
  policy: object,
  ...requests: ReadonlyArray<{ readonly principal: Principal; readonly isBackground?: boolean }>
) {
  let runs = 0
  await using egress = engineOf()
  const runtime = fakeRuntime(async () => {
    runs += 1
    return { kind: 'returned', value: { results: [] }, fuelUsed: 0 }
  })
  const invoke = invokeWith(runnerWith(manifestWith(policy), { runtimes: [runtime], egress }))
  let refusal: string | undefined
  for (const { principal, ...request } of requests) {
    const { signal } = new AbortController()
    const input = { action: 'ask', params: {}, config: {} }
    const answer = await invoke({ skill: 'polite', input, signal, ...contextOf(principal), ...request })
    refusal = answer.kind === 'refused' ? answer.error.code : undefined
  }
  return { runs, refusal }
}

describe('a provider that allows only requests made by a person', () => {
  const policy = { user_initiated: true }

  test('is queried for a person', async () => {
    expect(await asked(policy, { principal: person })).toEqual({ runs: 1, refusal: undefined })
  })

  test.each([
    ['in the background', { principal: person, isBackground: true }],
    ['for an agent', { principal: agent }],
  ])('is not queried %s', async (_, request) => {
    expect(await asked(policy, request)).toEqual({ runs: 0, refusal: 'FORBIDDEN' })
    expect(await asked({}, request)).toEqual({ runs: 1, refusal: undefined })
  })
})

describe('the time for which an answer is cached', () => {
  test('is the time of the skill or of the provider, whichever is shorter', () => {
    expect(cacheSecondsOf(manifestWith({}))).toBe(60)
    expect(cacheSecondsOf(manifestWith({ longest_cache_s: 300 }))).toBe(60)
    expect(cacheSecondsOf(manifestWith({ longest_cache_s: 10 }))).toBe(10)
  })

  test('may be 0: then each request queries the provider', async () => {
    const twice = [{ principal: person }, { principal: person }]
    expect((await asked({}, ...twice)).runs).toBe(1)
    expect((await asked({ longest_cache_s: 0 }, ...twice)).runs).toBe(2)
  })
})
