import { expect, test } from 'vitest'
import type { Permissions, Tier } from '../contract/manifest.ts'
import { SkillManifest } from '../contract/manifest.ts'
import { principalFrom } from '../contract/principal.ts'
import type { Json } from '../contract/skill-io.ts'
import type { CommandEnd, CommandRequest } from '../core/ports.ts'
import type { Grant } from '../core/skill.ts'
import { effectivePermissions, nothing } from '../policy/effective-permissions.ts'
import { testLimits } from '../runtimes/testing/conformance/harness.ts'
import { sessionWithoutFetch } from './testing/session-without-fetch.ts'
import { testSeam } from './testing/test-seam.ts'

const realValue = 'r3al-value-of-the-key'
const session = sessionWithoutFetch([realValue])
const granted = (exec: string[], declared: Permissions = { ...nothing, exec }): Grant => ({
  permissions: { ...nothing, exec },
  limits: testLimits,
  runtimes: [],
  declared,
})
const printed: CommandEnd = { kind: 'ended', code: 3, stdout: Buffer.from('out'), stderr: Buffer.from('err') }

function seamWith(grant: Grant, { ends = printed, acts = false, hasCommands = true } = {}) {
  const ran: CommandRequest[] = []
  const seam = testSeam(grant.permissions, {
    grant,
    session,
    services: {
      commands: hasCommands
        ? {
            async run(request) {
              ran.push(request)
              return ends
            },
          }
        : undefined,
    },
    acts,
  })
  return { seam, ran, ask: (args: Json) => seam.call('exec.run', args, 1) }
}

test('runs a declared program with its arguments, and returns exit code and output', async () => {
  const { ask, ran } = seamWith(granted(['tool']), { acts: true })
  expect(await ask({ name: 'tool', args: ['$(id)', '-x'], stdin: 'in', timeoutMs: 500 })).toEqual({
    kind: 'value',
    value: { code: 3, stdout: 'out', stderr: 'err' },
  })
  expect(ran).toMatchObject([
    { name: 'tool', args: ['$(id)', '-x'], stdin: 'in', timeoutMs: 500, acts: true, maxOutputBytes: 1024 * 1024 },
  ])
})

test.each([
  'tool2',
  'sh',
  '/usr/bin/tool',
  './tool',
  '../tool',
  'tool ',
  'tool;id',
  'TOOL',
  'tool\0',
  '',
  'constructor',
])('ends an execution that runs %j instead of its declared program', async (name) => {
  const { ask, ran } = seamWith(granted(['tool']))
  expect(await ask({ name })).toMatchObject({ kind: 'end', code: 'CAPABILITY_DENIED' })
  expect(ran).toEqual([])
})

test.each<[string, Json]>([
  ['a command line instead of a list', { name: 'tool', args: 'a b' }],
  ['an argument that is not text', { name: 'tool', args: [['a']] }],
  ['an argument with NUL', { name: 'tool', args: ['a\0b'] }],
  ['too many arguments', { name: 'tool', args: Array.from({ length: 65 }, () => 'x') }],
  ['arguments that are too long', { name: 'tool', args: Array.from({ length: 5 }, () => 'x'.repeat(16_000)) }],
  ['an environment', { name: 'tool', env: { LD_PRELOAD: '/tmp/x.so', PATH: '.' } }],
  ['a shell', { name: 'tool', shell: true }],
  ['a working directory', { name: 'tool', cwd: '/' }],
  ['another user', { name: 'tool', uid: 0 }],
  ['input that is not text', { name: 'tool', stdin: { path: '/etc/passwd' } }],
  ['a time limit of 0', { name: 'tool', timeoutMs: 0 }],
  ['null', null],
])('rejects %s and starts nothing', async (_, args) => {
  const { ask, ran } = seamWith(granted(['tool']))
  expect(await ask(args)).toMatchObject({ kind: 'rejected', name: 'TypeError' })
  expect(ran).toEqual([])
})

test.each<[Tier, boolean]>([
  ['local', true],
  ['verified', false],
  ['untrusted', false],
])('a skill of tier %s runs its declared and approved program: %s', async (tier, runs) => {
  const permissions = { ...nothing, exec: ['tool'] }
  const fields = { name: 'x', version: '0.1.0', description: 'd', risk_level: 'low', permissions }
  const decided = effectivePermissions({
    manifest: SkillManifest.parse(fields),
    action: { effects: ['read'], risk_level: 'low' },
    approved: permissions,
    tier,
    principal: principalFrom('main', { id: 'test', role: 'agent' }),
  })
  if (!decided.ok) throw new Error(decided.reason)
  const { ask, ran, seam } = seamWith(decided.grant)
  const answer = await ask({ name: 'tool' })
  expect(answer).toMatchObject(runs ? { kind: 'value' } : { kind: 'rejected', name: 'CapabilityRevoked' })
  expect(ran).toHaveLength(runs ? 1 : 0)
  expect(seam.denied()).toEqual(runs ? [] : [{ permission: 'exec', item: 'tool', by: ['tier'] }])
})

test('aborts a running program when the execution ends', async () => {
  const { ask, ran, seam } = seamWith(granted(['tool']))
  await ask({ name: 'tool' })
  expect(ran[0]?.signal.aborted).toBe(false)
  seam.close()
  expect(ran[0]?.signal.aborted).toBe(true)
})

test('forwards the reason why a program was refused, and rejects if the host runs no programs', async () => {
  const refused: CommandEnd = { kind: 'refused', name: 'OutputTooLarge', message: 'it printed more than 5 bytes' }
  const { ask } = seamWith(granted(['tool']), { ends: refused })
  const message = 'exec.run: it printed more than 5 bytes'
  expect(await ask({ name: 'tool' })).toEqual({ kind: 'rejected', name: 'OutputTooLarge', message })
  const without = seamWith(granted(['tool']), { hasCommands: false })
  expect(await without.ask({ name: 'tool' })).toMatchObject({ kind: 'rejected', name: 'CommandUnavailable' })
})

test('returns output above 1 MB completely and redacted', async () => {
  const half = 'line of output\n'.repeat(60_000)
  const stdout = Buffer.from(`${half}${realValue}\n${half}`)
  const { ask } = seamWith(granted(['tool']), { ends: { ...printed, stdout } })
  expect(await ask({ name: 'tool' })).toMatchObject({ value: { stdout: `${half}[REDACTED...-key]\n${half}` } })
})

test('redacts a credential in arguments and output, and replaces output bytes that are not UTF-8', async () => {
  const stdout = Buffer.concat([Buffer.from(`key ${realValue} `), Buffer.from([0xff])])
  const { ask, seam } = seamWith(granted(['tool']), { ends: { ...printed, stdout } })
  const answer = await ask({ name: 'tool', args: [realValue] })
  expect(JSON.stringify([answer, seam.journal])).not.toContain(realValue)
  expect(answer).toMatchObject({ value: { stdout: expect.stringMatching(/^key .*\ufffd$/) } })
})
