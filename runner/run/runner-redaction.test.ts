import { describe, expect, it } from 'vitest'
import type { Principal } from '../contract/principal.ts'
import type { SkillOutput } from '../contract/skill-io.ts'
import type { ExecutionEnd } from '../core/ports.ts'
import { brokerOf, engineOf, type LogLine, recordingLog } from '../egress/testing/engine-fixture.ts'
import type { RuntimeExecution, RuntimeOutcome } from '../runtimes/runtime.ts'
import { fakeRuntime, runnerWith } from '../testing/runner-fixture.ts'
import { testManifest } from '../testing/test-manifest.ts'

const value = 'r3al/value+of "the" key&more'
const own = 'own-value-of-the-caller'
const leaks = `plain ${value}, Base64 ${Buffer.from(`id:${value}`).toString('base64')}, own ${own}`

const manifest = testManifest({
  name: 'leaky',
  permissions: { network: { egress: ['api.example.com'] }, secrets: ['API_KEY', 'OWN_KEY'] },
  input_schema: { leak: { type: 'object' } },
})
const principal: Principal = { id: 'test', role: 'operator', source: 'main', trust: 'full' }

/** Runs a skill that obtained real secret values through a leak; `behave` is the skill's code. */
async function run(behave: (execution: RuntimeExecution) => Promise<RuntimeOutcome>) {
  const lines: LogLine[] = []
  const ended: ExecutionEnd[] = []
  const log = recordingLog(lines)
  await using egress = engineOf({ log })
  const runner = runnerWith(manifest, {
    runtimes: [fakeRuntime(behave)],
    broker: brokerOf({ API_KEY: { value, hosts: ['api.example.com'] } }),
    egress,
    store: { started: async () => undefined, finished: async (end) => void ended.push(end) },
    log,
  })
  const input = { action: 'leak', params: {}, config: {} }
  const output = await runner.execute('leaky', input, { principal, env_vars: { OWN_KEY: own }, trace: true })
  return { output, everything: JSON.stringify([output, lines, ended]), lines }
}

const returned = (results: Record<string, string>[], message: string): RuntimeOutcome => ({
  kind: 'returned',
  value: { results, message, metadata: {} },
  fuelUsed: 1,
})
const leakedPart = /r3al|own-value|cjNhbC92|NhbC92YWx/

describe('a leaked secret value', () => {
  it('does not appear in results or message, as plain text or Base64', async () => {
    const { output, everything } = await run(async () => returned([{ note: leaks, fine: 'NH 177' }], `said ${value}`))
    expect(everything).not.toMatch(leakedPart)
    const expected: Partial<SkillOutput> = { status: 'success', message: 'said [REDACTED...more]' }
    expect(output).toMatchObject({ ...expected, results: [{ fine: 'NH 177' }] })
  })

  it('does not appear in log lines or the stored journal', async () => {
    const { everything } = await run(async ({ host }) => {
      await host.call('console.log', { level: 'info', text: leaks }, 1)
      await host.call('fetch', { url: `https://api.example.com/?k=${encodeURIComponent(value)}`, method: 'TRACE' }, 1)
      return returned([], 'done')
    })
    expect(everything).not.toMatch(leakedPart)
    expect(everything).toContain('[REDACTED...more]')
  })

  it('does not appear in error details of the log or the output', async () => {
    const { everything } = await run(async () => ({
      kind: 'failed',
      code: 'SKILL_CRASHED',
      detail: leaks,
      fuelUsed: 1,
    }))
    expect(everything).not.toMatch(leakedPart)
    expect(everything).toContain('[REDACTED...more]')
  })

  it('does not appear in a logged runtime error or its causes', async () => {
    const { everything, lines } = await run(async () => {
      throw new Error(leaks, { cause: new Error(leaks) })
    })
    expect(everything).not.toMatch(leakedPart)
    expect(lines.find(({ message }) => message === 'the runtime failed')?.fields).toMatchObject({
      cause: { type: 'Error', cause: { message: expect.stringContaining('[REDACTED...more]') } },
    })
  })

  it('does not appear in the logged host name of a blocked request', async () => {
    const { everything } = await run(async ({ host }) => {
      await host.call('fetch', { url: `https://${own}.example/` }, 1)
      return returned([], 'done')
    })
    expect(everything).not.toMatch(leakedPart)
    expect(everything).toContain('egress blocked')
  })
})
