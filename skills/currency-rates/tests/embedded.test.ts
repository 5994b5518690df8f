import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HostAnswer } from '#runner/contract/host-seam.ts'
import type { Json } from '#runner/contract/skill-io.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { loadSkillFolder } from '#runner/manifest/load-skill-folder.ts'
import { createPythonRuntime } from '#runner/runtimes/python/create-python-runtime.ts'
import { silentLog } from '#runner/runtimes/quickjs/testing/silent-log.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { executionOf, type RecordedCall, testLimits } from '#runner/runtimes/testing/conformance/harness.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const projectDir = fileURLToPath(new URL('../../..', import.meta.url))
describe('Python', () => {
  let runtime: Runtime
  let skill: LoadedSkill
  beforeAll(async () => {
    const loaded = await loadSkillFolder(folder, { tier: 'local', projectDir })
    if (!loaded.ok) throw new Error('currency-rates cannot be loaded')
    skill = loaded.skill
    runtime = await createPythonRuntime({ projectRoot: projectDir, log: silentLog, workers: 1 })
  })
  afterAll(() => runtime?.[Symbol.asyncDispose]())

  async function ask(params: Readonly<Record<string, Json>>, answer: () => HostAnswer) {
    const calls: RecordedCall[] = []
    const { memory_mb = testLimits.memoryMb } = skill.manifest.limits
    const execution = executionOf(skill, {
      calls,
      hosts: ['api.frankfurter.dev'],
      limits: { ...testLimits, memoryMb: memory_mb, timeoutMs: 60_000, hostCalls: 1 },
      answer: (op) => (op === 'fetch' ? answer() : { kind: 'value', value: null }),
    })
    const input = { action: 'rates', params, config: { timeout_ms: 5000 } }
    const outcome = await runtime.run({ ...execution, input })
    return outcome
  }
  test.each([
    ['NetworkError', 'API_UNAVAILABLE'],
    ['TimeoutError', 'API_TIMEOUT'],
  ])('in the process of the app, %s is %s', async (name, code) => {
    const refuse = (): HostAnswer => ({ kind: 'rejected', name, message: 'no connection' })
    expect(await ask({ base: 'USD' }, refuse)).toMatchObject({ kind: 'raised', code })
  })
})
