import { expect, test } from 'vitest'
import type { Tier } from '../contract/manifest.ts'
import { fixedSkills } from '../core/fixed-skills.ts'
import { loadedSkill, runnerWith } from '../testing/runner-fixture.ts'
import { testManifest } from '../testing/test-manifest.ts'
import { silentLog } from './quickjs/testing/silent-log.ts'
import { skeleton, startSkeleton } from './testing/skeleton/skeleton-runtime.ts'

/** A new runtime is its descriptor, its start and its worker. Nothing else has to know it. */
test('the runner runs a skill in a runtime that only this test knows, within the tiers of its descriptor', async () => {
  await using runtime = startSkeleton({ projectRoot: process.cwd(), log: silentLog, workers: 1 })
  await runtime.probe()
  const manifest = testManifest({ runtimes: [skeleton.name] })
  const runAs = (tier: Tier) => {
    const program = { kind: 'bundle', language: 'python', code: 'set_result(1)' } as const
    const skills = fixedSkills({ ...loadedSkill(manifest), tier, program })
    const runner = runnerWith(manifest, { skills, runtimes: [runtime] })
    return runner.execute('probe', { action: 'run', params: {}, config: {} })
  }
  expect(await runAs('local')).toMatchObject({ status: 'success', results: [{ answer: 42 }] })
  expect(await runAs('untrusted')).toMatchObject({
    error: { code: 'RUNTIME_UNAVAILABLE', details: { 'runtime skeleton': expect.any(String) } },
  })
})
