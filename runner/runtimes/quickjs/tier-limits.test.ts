import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actionRuleOf } from '../../contract/action-rule.ts'
import type { Tier } from '../../contract/manifest.ts'
import { principalFrom } from '../../contract/principal.ts'
import { effectivePermissions } from '../../policy/effective-permissions.ts'
import type { Runtime, RuntimeOutcome } from '../runtime.ts'
import { executionOf, skillOf } from '../testing/conformance/harness.ts'
import { createQuickJsRuntime } from './create-quickjs-runtime.ts'
import { silentLog } from './testing/silent-log.ts'

let runtime: Runtime
beforeAll(async () => {
  runtime = await createQuickJsRuntime({ projectRoot: process.cwd(), log: silentLog, workers: 1 })
})
afterAll(() => runtime[Symbol.asyncDispose]())

/** Runs a skill of this tier without limits in its manifest, on behalf of the operator. */
async function runAs(tier: Tier, code: string): Promise<RuntimeOutcome> {
  const skill = skillOf(code)
  const { manifest } = skill
  const principal = principalFrom('main', { id: 'operator', role: 'operator' })
  const action = actionRuleOf(manifest, 'probe')
  const policy = effectivePermissions({ manifest, action, tier, approved: skill.approved, principal })
  if (!policy.ok) throw new Error(policy.reason)
  return runtime.run(executionOf(skill, { limits: policy.grant.limits }))
}

const holds = (megabytes: number) => `() => {
  const all = []
  for (let n = 0; n < ${megabytes}; n++) all.push(new Uint8Array(1024 * 1024))
  return all.length
}`
const burns = 'async () => { for (;;); }'

describe.each([
  ['local', 128, 20_000],
  ['verified', 64, 5_000],
  ['untrusted', 32, 2_000],
] as const)('a skill of tier %s without limits in its manifest', (tier, memoryMb, fuel) => {
  test(`runs out of memory at ${memoryMb} MB, but not just below`, async () => {
    expect(await runAs(tier, holds(memoryMb - 2))).toMatchObject({ kind: 'returned', value: memoryMb - 2 })
    expect(await runAs(tier, holds(memoryMb))).toMatchObject({ kind: 'failed', code: 'OUT_OF_MEMORY' })
  })

  test(`runs out of fuel after exactly ${fuel} million instructions`, async () => {
    const { fuelUsed, ...outcome } = await runAs(tier, burns)
    expect(outcome).toMatchObject({ kind: 'failed', code: 'OUT_OF_FUEL' })
    expect(fuelUsed).toBe(fuel * 1_000_000)
  })
})

test('a step runs with what is left of the fuel, to the instruction', async () => {
  const left = 4_155_910
  const execution = executionOf(skillOf(burns))
  const limits = { ...execution.limits, fuel: left / 1_000_000 }
  expect(await runtime.run({ ...execution, limits })).toMatchObject({ code: 'OUT_OF_FUEL', fuelUsed: left })
})
