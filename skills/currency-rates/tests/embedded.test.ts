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

  const rates = { base: 'USD', date: '2026-11-19', rates: { JPY: 151.2, EUR: 0.92 } }

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
    return { outcome, asked: calls.filter(({ op }) => op === 'fetch').map(({ args }) => Object(args).url) }
  }
  const answered = (status: number, body: Json) => (): HostAnswer => ({
    kind: 'value',
    value: { status, url: '', headers: [['content-type', 'application/json']] },
    body: Buffer.from(JSON.stringify(body)),
  })

  test('in the process of the app, it asks its provider once and has the output that it has in a container', async () => {
    const { outcome, asked } = await ask({ base: 'USD', symbols: ['EUR', 'JPY', 'XXX'] }, answered(200, rates))
    expect(asked).toEqual(['https://api.frankfurter.dev/v1/latest?base=USD&symbols=EUR%2CJPY%2CXXX'])
    expect(outcome).toMatchObject({
      kind: 'returned',
      value: {
        results: [
          { base: 'USD', currency: 'EUR', rate: 0.92, date: '2026-11-19' },
          { base: 'USD', currency: 'JPY', rate: 151.2, date: '2026-11-19' },
        ],
        metadata: { source_api: 'api.frankfurter.dev', partial: true, has_more: false },
      },
    })
  })

  test.each([
    [422, 'API_INVALID_PARAMS'],
    [403, 'API_AUTH_FAILED'],
    [429, 'API_RATE_LIMITED'],
    [503, 'API_UNAVAILABLE'],
  ])('in the process of the app, status %i is %s', async (status, code) => {
    expect((await ask({ base: 'USD' }, answered(status, {}))).outcome).toMatchObject({ kind: 'raised', code })
  })

  test('in the process of the app, the error of a wrong param names the field', async () => {
    expect((await ask({ base: 'USD', symbols: ['USD'] }, answered(200, rates))).outcome).toMatchObject({
      kind: 'raised',
      code: 'INVALID_INPUT',
      field: 'symbols',
    })
  })

  test.each([
    ['NetworkError', 'API_UNAVAILABLE'],
    ['TimeoutError', 'API_TIMEOUT'],
  ])('in the process of the app, %s is %s', async (name, code) => {
    const refuse = (): HostAnswer => ({ kind: 'rejected', name, message: 'no connection' })
    expect((await ask({ base: 'USD' }, refuse)).outcome).toMatchObject({ kind: 'raised', code })
  })
})
