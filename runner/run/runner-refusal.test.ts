import { describe, expect, it } from 'vitest'
import { SkillManifest } from '../contract/manifest.ts'
import { principalFrom } from '../contract/principal.ts'
import { TravelConfig } from '../contract/travel-config.ts'
import type { RefusedRequest } from '../core/ports.ts'
import { engineOf, type LogLine, recordingLog } from '../egress/testing/engine-fixture.ts'
import { fakeRuntime, runnerWith } from '../testing/runner-fixture.ts'
import { testManifest } from '../testing/test-manifest.ts'

const manifest = testManifest({ runtimes: ['container'] })

it('logs why no runtime was available, but does not reveal the reason to the caller', async () => {
  const lines: LogLine[] = []
  const log = recordingLog(lines)
  await using egress = engineOf({ log })
  const runner = runnerWith(manifest, { runtimes: [], egress, log })
  const output = await runner.execute('probe', { action: 'run', params: {}, config: {} })
  expect(output).toMatchObject({ error: { code: 'RUNTIME_UNAVAILABLE' } })
  const detail = 'asked for container; container: not supported here'
  expect(lines).toMatchObject([{ message: 'skill was refused', fields: { skill: 'probe', detail } }])
  expect(JSON.stringify(output)).not.toContain('asked for')
})

const refusedOf = (grantManifest: object, config: object, run: Parameters<typeof fakeRuntime>[0]) => {
  const refused: RefusedRequest[] = []
  const fields = { name: 'probe', version: '1.0.0', description: 'a test', risk_level: 'low', ...grantManifest }
  const runner = runnerWith(SkillManifest.parse(fields), {
    runtimes: [fakeRuntime(run)],
    config: TravelConfig.parse(config),
    refusals: { refused: async (request) => void refused.push(request) },
    broker: { bind: async () => new Map() },
  })
  return { runner, refused }
}
const input = { action: 'run', params: {}, config: {} }
const fetches = (url: string) => ({ url, method: 'GET', headers: [], body: null, timeoutMs: null })

describe('a refused request', () => {
  it('is recorded, and its error names the denied permission and who denies it', async () => {
    const { runner, refused } = refusedOf({ permissions: { exec: ['git'], llm: true } }, {}, () => {
      throw new Error('must not run in this test')
    })
    const principal = principalFrom('group', { id: 'someone', role: 'agent' })
    const output = await runner.execute('probe', input, { principal })
    expect(output).toMatchObject({
      error: { code: 'TRUST_EXCEEDED', details: { 'exec git': 'is not allowed for requests from group' } },
    })
    expect(refused).toEqual([
      {
        skill: 'probe',
        version: '1.0.0',
        digest: 'digest',
        principal,
        code: 'TRUST_EXCEEDED',
        reason: 'needs full, which a request from group does not have',
        lacks: [{ permission: 'exec', item: 'git', by: ['source'] }],
      },
    ])
  })

  it('is the fault of the operator whose configuration trusts its source less, and else of its caller', async () => {
    const faultWith = async (config: object) => {
      const { runner } = refusedOf({ permissions: { llm: true } }, config, () => {
        throw new Error('must not run in this test')
      })
      const source = Object.keys(config).length > 0 ? 'group' : 'public'
      const output = await runner.execute('probe', input, {
        principal: principalFrom(source, { id: 'a', role: 'agent' }),
      })
      return output.status === 'error' && [output.error.code, output.error.fault]
    }
    expect(await faultWith({})).toEqual(['TRUST_EXCEEDED', 'caller'])
    const less = { safeExecution: { defaultTrust: { group: 'network' } } }
    expect(await faultWith(less)).toEqual(['TRUST_EXCEEDED', 'operator'])
  })

  it('names no version of a skill that is not known, and the version of one that is', async () => {
    const { runner } = refusedOf({}, {}, async () => ({ kind: 'returned', value: {}, fuelUsed: 0 }))
    expect(await runner.execute('unknown', input)).not.toHaveProperty('version')
    const unknown = await runner.admit('unknown', input)
    for (const name of ['version', 'error.details']) expect(unknown).not.toHaveProperty(name)
    expect(await runner.execute('probe', { ...input, action: 'none' })).toMatchObject({
      status: 'error',
      version: '1.0.0',
    })
  })

  it('starts no skill, and is recorded, if the configuration disables execution', async () => {
    const { runner, refused } = refusedOf({}, { safeExecution: { enabled: false } }, () => {
      throw new Error('must not run in this test')
    })
    const details = { 'to run': "is not allowed by this instance's configuration" }
    expect(await runner.execute('probe', input)).toMatchObject({ error: { code: 'SKILL_DISABLED', details } })
    expect(refused).toMatchObject([
      { code: 'SKILL_DISABLED', lacks: [{ permission: 'to run', item: '', by: ['config'] }] },
    ])
  })

  it('is a catchable error for the skill, and recorded once, if the configuration withholds its host', async () => {
    const answers: unknown[] = []
    const { runner, refused } = refusedOf(
      { permissions: { network: { egress: ['a.example.com', 'b.example.com'], methods: ['GET'] } } },
      { safeExecution: { allowedHosts: ['b.example.com'] } },
      async ({ host }) => {
        answers.push(await host.call('fetch', fetches('https://a.example.com/x'), 1))
        answers.push(await host.call('fetch', fetches('https://a.example.com/y'), 1))
        return { kind: 'returned', value: { results: [] }, fuelUsed: 0 }
      },
    )
    expect(await runner.execute('probe', input)).toMatchObject({ status: 'success' })
    const message = 'The permission network.egress a.example.com was withheld'
    const rejected = { kind: 'rejected', name: 'CapabilityRevoked', message }
    expect(answers).toEqual([rejected, rejected])
    expect(refused).toMatchObject([
      {
        reason: '',
        execution: expect.stringMatching(/^exec_/),
        lacks: [{ permission: 'network.egress', item: 'a.example.com', by: ['config'] }],
      },
    ])
    expect(refused[0]).not.toHaveProperty('code')
  })

  it('ends the execution if the host is undeclared, even if the configuration withholds hosts', async () => {
    const { runner, refused } = refusedOf(
      { permissions: { network: { egress: ['a.example.com'], methods: ['GET'] } } },
      { safeExecution: { allowedHosts: [] } },
      async ({ host }) => {
        const answer = await host.call('fetch', fetches('https://c.example.com/'), 1)
        if (answer.kind !== 'end') throw new Error(JSON.stringify(answer))
        return { kind: 'failed', code: answer.code, detail: answer.reason, fuelUsed: 0 }
      },
    )
    expect(await runner.execute('probe', input)).toMatchObject({ error: { code: 'EGRESS_BLOCKED' } })
    const lack = { permission: 'call', item: 'c.example.com:443 is not declared', by: ['manifest'] }
    expect(refused).toMatchObject([{ code: 'EGRESS_BLOCKED', lacks: [lack] }])
  })
})

it('starts nothing that is to be durable without a store for its journal', async () => {
  const { runner } = refusedOf({}, {}, () => {
    throw new Error('must not run in this test')
  })
  const admitted = await runner.admit('probe', input, {})
  if (admitted.kind === 'refused') throw new Error(admitted.reason)
  expect(() => runner.start(admitted, { durable: true })).toThrow('journal store')
  expect(await runner.start(admitted).done).toMatchObject({ error: { code: 'INTERNAL' } })
})
