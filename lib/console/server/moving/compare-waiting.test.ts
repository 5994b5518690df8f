import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProfileScripts } from '#lib/agents/model/profile-schema.ts'
import { grantOf, principalOf } from '#lib/agents/server/scripts/script-profile.ts'
import { AirlockError } from '#lib/platform/server/backup/airlock/airlock-error.ts'
import { OpenRecording } from '#runner/contract/journal.ts'
import { ScriptGrant } from '#runner/contract/script.ts'
import { checkWaiting, compareWaiting } from './compare-waiting.ts'
import { ProfileLine, WaitingLine } from './export-lines.ts'

const id = 'prof_0000000000000000000000'
const hosts = ['a.example.com', 'b.example.com', 'c.example.com']
const names = ['A_KEY', 'B_KEY', 'C_KEY']
const hash = 'a'.repeat(64)
const at = '2026-11-20T00:00:00.000Z'
const ports = { languages: { isAvailable: async () => true } }
const scripts = ProfileScripts.parse({})

const profileWith = (egress: readonly string[], keys: readonly string[]) =>
  ProfileLine.parse({
    ...{ kind: 'profile', id, token: `ark_${'0'.repeat(22)}`, description: 'A test', hosts: egress, limits: {} },
    ...{ scripts: {}, version: 1, locked_at: at, expires_at: null, ends_unlocked: false, revoked_at: null },
    created_at: at,
    keys: keys.map((name) => ({
      ...{ name, description: '', by_operator: true, is_approved: true, places: [], added_at: at },
    })),
  })

const grantWith = (egress: readonly string[], secrets: readonly string[]) =>
  grantOf(
    {
      ...{ id, version: 1, hosts: egress, limits: {}, scripts },
      keys: secrets.map((name) => [name, null, null] as const),
    },
    { language: 'javascript', runtime: 'quickjs' },
    60,
  )

const call = {
  ...{ seq: 0, op: 'llm.complete', args: { prompt: 'Say' }, args_hash: null, result: { kind: 'awaited' } },
  ...{ result_hash: null, settled: null, fuel_left: 1, began_ms: null, duration_ms: 0 },
}

const lineWith = (principal = principalOf(id), more: object = {}) => {
  const grant = grantWith([], [])
  const replay = OpenRecording.parse({
    ...{ runtime: 'quickjs', script: grant, input: '{}', seed: '', now_ms: 1, limits: limitsFrom(grant) },
    ...{ secrets: {}, hosts: [], principal },
  })
  const { source, trust } = principal
  return WaitingLine.parse({
    ...{ kind: 'waiting', replay, llm_deadline: at },
    execution: {
      kind: 'execution',
      execution: {
        ...{ id: `exec_${'0'.repeat(22)}`, version: '1', skill_digest: hash, action: 'run', principal_id: id },
        ...{ source, trust, status: 'suspended', error_code: null, input: {}, input_redacted: false, output: null },
        ...{ data: null, fuel_used: 1, query_time_ms: null, started_at: at, finished_at: null },
      },
      script: {
        ...{ token_hash: hash, profile_version: 1, language: 'javascript', grant, llm_wait_s: 60, began_at: at },
        ...{ execution_ms: 1, cancelled_at: null },
      },
      journal: [{ ...call, ...more }],
    },
  })
}
const limitsFrom = ({ limits: { timeout_ms, memory_mb, fuel } }: ScriptGrant) => ({
  ...{ timeoutMs: timeout_ms, memoryMb: memory_mb, fuel, cpus: 1, outputKb: 1, hostCalls: 1 },
  ...{ hostCallsInFlight: 1, responseKb: 1 },
})
const file = { scripts: new Set([hash]), answers: new Set<string>() }

test('a waiting execution comes exactly if it may do no more than its profile, with the credentials of the file', async () => {
  const some = (all: readonly string[]) => fc.subarray([...all])
  await fc.assert(
    fc.asyncProperty(
      ...[some(hosts), some(names), some(hosts), some(names), some(names)],
      async (ofProfile, keys, egress, secrets, arriving) => {
        const waiting = { grant: grantWith(egress, secrets), runtime: 'quickjs' as const }
        const profile = { line: profileWith(ofProfile, keys), isSame: true }
        const verdict = await compareWaiting(ports, waiting, profile, new Set(arriving))
        const used = secrets.filter((name) => keys.includes(name))
        const comes =
          egress.every((host) => ofProfile.includes(host)) &&
          used.length === secrets.length &&
          used.every((name) => arriving.includes(name))
        expect(verdict.verdict).toBe(comes ? 'new' : 'blocked')
      },
    ),
  )
})

test('a permission that no profile has blocks a waiting execution', async () => {
  const grant = ScriptGrant.parse(grantWith([], []))
  const wider = { ...grant, permissions: { ...grant.permissions, exec: ['git'] } }
  const signing = (kind: 'jwt' | 'hmac') => ({
    ...grant,
    permissions: { ...grant.permissions, signing: { ...grant.permissions.signing, [kind]: ['A_KEY'] } },
  })
  const profile = { line: profileWith([], []), isSame: true }
  for (const [given, verdict] of [
    [grant, { verdict: 'new', fields: [] }],
    [wider, { verdict: 'blocked', reason: 'beyond_profile' }],
    [signing('jwt'), { verdict: 'blocked', reason: 'beyond_profile' }],
    [signing('hmac'), { verdict: 'blocked', reason: 'beyond_profile' }],
    [
      { ...grant, shows_lookalikes: true as const },
      { verdict: 'blocked', reason: 'beyond_profile' },
    ],
  ] as const) {
    expect(await compareWaiting(ports, { grant: given, runtime: 'quickjs' }, profile, new Set())).toEqual(verdict)
  }
})

test('a waiting execution comes only with its own profile, the credentials that it may use, and its runtime', async () => {
  const waiting = { grant: grantWith([], ['A_KEY']), runtime: 'quickjs' as const }
  const line = profileWith([], ['A_KEY'])
  const arriving = new Set(['A_KEY'])
  const blocked = (reason: string) => ({ verdict: 'blocked', reason })
  const comes = { verdict: 'new', fields: [] }
  expect(await compareWaiting(ports, waiting, { line, isSame: true }, arriving)).toEqual(comes)
  expect(await compareWaiting(ports, waiting, undefined, arriving)).toEqual(blocked('no_profile'))
  expect(await compareWaiting(ports, waiting, { line, isSame: false }, arriving)).toEqual(blocked('other_profile'))
  expect(await compareWaiting(ports, waiting, { line, isSame: true }, new Set())).toEqual(blocked('other_credential'))
  const unapproved = { ...line, keys: line.keys.map((key) => ({ ...key, is_approved: false })) }
  expect(await compareWaiting(ports, waiting, { line: unapproved, isSame: true }, new Set())).toEqual(comes)
  const none = { languages: { isAvailable: async () => false } }
  expect(await compareWaiting(none, waiting, { line, isSame: true }, arriving)).toEqual(blocked('no_runtime'))
  const shows = { ...waiting, grant: { ...waiting.grant, shows_lookalikes: true as const } }
  const showing = { ...line, scripts: ProfileScripts.parse({ shows_lookalikes: true }) }
  expect(await compareWaiting(ports, shows, { line: showing, isSame: true }, arriving)).toEqual(comes)
})

test('a waiting execution needs every large answer, every call and the rules of its script', () => {
  const long = lineWith(undefined, { args: { hash, bytes: 9 } })
  expect(checkWaiting(long, { ...file, answers: new Set([hash]) })).toMatchObject({ runtime: 'quickjs' })
  const { execution, replay, ...line } = lineWith()
  const unknown = { ...execution.journal[0], seq: 1, op: 'no.operation' }
  const more = WaitingLine.parse({
    ...line,
    replay,
    execution: { ...execution, journal: [...execution.journal, unknown] },
  })
  expect(() => checkWaiting(more, file)).toThrow(AirlockError)
  const { script: _, ...without } = replay
  expect(() => checkWaiting({ ...line, execution, replay: without }, file)).toThrow(AirlockError)
})

test('a waiting execution of another principal, or one that lacks a part, is no line of our own', () => {
  expect(checkWaiting(lineWith(), file)).toMatchObject({ runtime: 'quickjs' })
  const foreign = [
    lineWith({ ...principalOf(id), trust: 'full' }),
    lineWith({ ...principalOf(id), source: 'main' }),
    lineWith({ ...principalOf(id), id: 'user_operator' }),
    lineWith(undefined, { op: 'fetch' }),
    lineWith(undefined, { op: 'no.operation' }),
    lineWith(undefined, { result: { kind: 'unanswered' } }),
    lineWith(undefined, { args: { hash, bytes: 9 } }),
  ]
  const { execution: own, ...others } = lineWith()
  for (const other of [{ trust: 'full' }, { source: 'main' }] as const) {
    foreign.push({ ...others, execution: { ...own, execution: { ...own.execution, ...other } } })
  }
  for (const line of foreign) expect(() => checkWaiting(line, file)).toThrow(AirlockError)
  expect(() => checkWaiting(lineWith(), { ...file, scripts: new Set() })).toThrow(AirlockError)
})
