import { describe, expect, test } from 'vitest'
import { SkillManifest } from '../../../../contract/manifest.ts'
import { fixedSkills } from '../../../../core/fixed-skills.ts'
import { engineOf, type LogLine, recordingLog } from '../../../../egress/testing/engine-fixture.ts'
import { startServer } from '../../../../egress/testing/local-server.ts'
import { testRunner } from '../../../../testing/runner-fixture.ts'
import { createQuickJsRuntime } from '../../../quickjs/create-quickjs-runtime.ts'
import { skillOf } from '../../../testing/conformance/harness.ts'
import { undeclaredDomainGroup as group } from './cases.ts'
import { sentenceOf } from './evidence.ts'

const manifest = SkillManifest.parse({
  name: 'undeclared',
  version: '0.1.0',
  description: 'calls an undeclared domain',
  risk_level: 'low',
  permissions: { network: { egress: ['api.example.com'] } },
})

const tries: ReadonlyArray<readonly [tried: string, skill: string, provider: readonly string[]]> = [
  ['a request', "async () => { await fetch('https://evil.example/') }", []],
  [
    'a request whose failure the skill catches before it continues',
    "async () => { try { await fetch('https://evil.example/') } catch {} await fetch('https://api.example.com/') }",
    [],
  ],
  [
    'a request after a declared one',
    "async () => { await fetch('https://api.example.com/'); await fetch('https://evil.example/') }",
    ['/'],
  ],
  ['an address', "async () => { await fetch('https://169.254.169.254/') }", []],
]

describe('in the embedded runtime', () => {
  test.for(tries)(
    'a call of an undeclared domain ends the execution without a lookup: %s',
    async ([tried, skill, paths], { task }) => {
      await using provider = await startServer((_, response) => void response.end('ok'), { secure: false })
      await using runtime = await createQuickJsRuntime({
        projectRoot: process.cwd(),
        log: recordingLog(),
        workers: 1,
        instancesPerWorker: 1,
      })
      const lookedUp: string[] = []
      const lines: LogLine[] = []
      await using egress = engineOf({
        upstream: { 'api.example.com': { url: `http://127.0.0.1:${provider.port}`, data: 'test' } },
        resolve: async (host) => {
          lookedUp.push(host)
          return ['1.1.1.1']
        },
      })
      const runner = testRunner({
        skills: fixedSkills({ ...skillOf(skill), manifest, approved: manifest.permissions }),
        runtimes: [runtime],
        egress,
        log: recordingLog(lines),
      })
      const output = await runner.execute('undeclared', { action: 'call', params: {}, config: {} })
      const reason = lines.find(({ message }) => message === 'skill ended with an error')?.fields?.detail
      expect(output).toMatchObject({ status: 'error', error: { code: 'EGRESS_BLOCKED' } })
      expect(lookedUp).toEqual([])
      expect(provider.seen.map(({ path }) => path)).toEqual(paths)
      const blocked = { code: 'EGRESS_BLOCKED', reason: String(reason) }
      task.meta.evidence = { mode: 'quickjs', group, tried, seen: sentenceOf(blocked, { blocked: '' }) }
    },
  )
})
