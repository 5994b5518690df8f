import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import { contextOf } from '#lib/platform/server/auth/context.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { emptyTestDatabase, type TestDatabase } from '#lib/platform/server/db/testing.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { createKeyRing } from '#lib/platform/server/vault/key-ring.ts'
import { type Principal, principalFrom, publicPrincipal } from '#runner/contract/principal.ts'
import { fixedSkills } from '#runner/core/fixed-skills.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import { brokerOf, grantOf } from '#runner/egress/testing/engine-fixture.ts'
import { composeSkill } from '#runner/manifest/compose-skill.ts'
import { underRule } from '#runner/run/admit.ts'
import { bindCredentials } from '#runner/run/bind-credentials.ts'
import { toolSkill } from '../tools/testing/tool-world.ts'
import { createAgentKeys } from './agent-keys.ts'
import { createAgentSecrets, withAgentSecrets } from './agent-secrets.ts'
import { type AgentSkills, createAgentSkills } from './agent-skills.ts'

const byOperator = contextOf(principalFrom('main', { id: 'user_o', role: 'operator' }))
const digest = 'a'.repeat(64)
const echo = toolSkill({ name: 'echo' }, digest)
let database: TestDatabase
let db: DatabaseClient
let rules: AgentSkills
let rows: AuditRecord[]

beforeEach(async () => {
  database = await emptyTestDatabase()
  db = database.client
  rows = []
  const audit = { record: async (_: unknown, ...records: AuditRecord[]) => void rows.push(...records) }
  rules = createAgentSkills({ db, audit, clock: { now: () => Date.UTC(2027, 0, 1) }, skills: fixedSkills(echo) })
  for (const [id, slug] of [
    ['agent_one', 'voice'],
    ['agent_two', 'voice'],
    ['agent_three', 'desk'],
  ] as const) {
    const key = { id, slug, keyHash: id, skills: ['*'], source: 'group', createdBy: 'user_o' }
    await db.agentKey.create({ data: key })
  }
  await db.skillRelease.create({
    data: { digest, name: 'echo', version: '1.0.0', tier: 'local', source: 'x', manifest: {}, programKind: 'bundle' },
  })
})
afterEach(() => database[Symbol.asyncDispose]())

const ruleFor = async (id: string) => (await rules.of(principalFrom('group', { id, role: 'agent' }))).get('echo')

it('applies a rule to every key of its agent, and to no other caller', async () => {
  const rule = { tier: 'untrusted', limits: { timeout_ms: 500 }, release: '1.0.0' }
  expect(got(await rules.set(byOperator, 'voice', 'echo', rule))).toMatchObject({ version: '1.0.0' })
  const applied = { tier: 'untrusted', limits: { timeout_ms: 500 }, release: digest }
  expect(await ruleFor('agent_one')).toEqual(applied)
  expect(await ruleFor('agent_two')).toEqual(applied)
  for (const other of ['agent_three', 'agent_four', 'user_o']) expect(await ruleFor(other)).toBeUndefined()
  expect(rows).toMatchObject([
    { action: 'agent_skill.changed', subject: 'voice', detail: { skill: 'echo', digest, rule: { tier: 'untrusted' } } },
  ])
})

it('denies the skill if its rule can no longer be read', async () => {
  got(await rules.set(byOperator, 'voice', 'echo', {}))
  await db.agentSkill.updateMany({ data: { rule: { tier: 'root' } } })
  expect(await ruleFor('agent_one')).toEqual({ enabled: false })
})

it('removes a rule, once', async () => {
  got(await rules.set(byOperator, 'voice', 'echo', { enabled: false }))
  got(await rules.reset(byOperator, 'voice', 'echo'))
  expect(await ruleFor('agent_one')).toBeUndefined()
  expect(await rules.reset(byOperator, 'voice', 'echo')).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
})

it.each<[string, string, string, object, object]>([
  ['an unknown agent', 'nobody', 'echo', {}, { code: 'NOT_FOUND' }],
  ['an unknown skill', 'voice', 'nothing', {}, { code: 'NOT_FOUND' }],
  ['an unknown tier', 'voice', 'echo', { tier: 'root' }, { details: { tier: expect.any(String) } }],
  ['a field that would grant', 'voice', 'echo', { approved: {} }, { details: { approved: expect.any(String) } }],
  [
    'a release that does not exist',
    'voice',
    'echo',
    { release: '9.0.0' },
    { details: { release: expect.any(String) } },
  ],
])('refuses %s, and changes nothing', async (_, slug, skill, rule, error) => {
  expect(await rules.set(byOperator, slug, skill, rule)).toMatchObject({ ok: false, error })
  expect(await db.agentSkill.count()).toBe(0)
  expect(rows).toEqual([])
})

it('keeps the release of a rule stored, as long as the rule exists', async () => {
  got(await rules.set(byOperator, 'voice', 'echo', { release: digest }))
  await expect(db.skillRelease.deleteMany()).rejects.toThrow()
})

const parent = (version: string, letter: string) =>
  toolSkill({ name: 'parent', version, input_schema: { look: { type: 'object' } } }, letter.repeat(64))
const child = (version: string, letter: string, ...parents: LoadedSkill[]) =>
  composeSkill(toolSkill({ name: 'child', version, parents: ['parent'] }, letter.repeat(64)), parents)

it.each([
  ['the current release', '2.0.0'],
  ['an older release', '1.0.0'],
])('keeps %s of a skill with the parents that it has, not those of an update', async (_, release) => {
  const [before, updated] = [parent('1.0.0', 'b'), parent('2.0.0', 'c')]
  const stored = [child('1.0.0', 'd', before), child('2.0.0', 'e', before)]
  for (const { digest: composed, mixin, manifest } of stored) {
    const own = mixin?.own.digest ?? ''
    const data = { name: 'child', version: manifest.version, tier: 'local', source: 'x', manifest: {} } as const
    await db.skillRelease.create({ data: { digest: own, ...data, programKind: 'bundle' } })
    await db.skillComposition.create({ data: { digest: composed, own, parents: [before.digest] } })
  }
  let current = child('2.0.0', 'e', before)
  const skills = {
    current: async () => ({ skill: current, isEnabled: true }),
    // A release that is found by its own digest gets the parents of today.
    byDigest: async (asked: string) =>
      [...stored, child('1.0.0', 'd', updated)].find((one) => [one.digest, one.mixin?.own.digest].includes(asked)),
  }
  const audit = { record: async () => {} }
  const ofChild = createAgentSkills({ db, audit, clock: { now: () => Date.UTC(2027, 0, 1) }, skills })
  expect(got(await ofChild.set(byOperator, 'voice', 'child', { release }))).toMatchObject({ version: release })
  current = child('2.0.0', 'e', updated)
  const rule = (await ofChild.of(principalFrom('group', { id: 'agent_one', role: 'agent' }))).get('child')
  const kept = await underRule(skills, current, rule)
  expect(kept?.manifest.version).toBe(release)
  expect(kept?.mixin?.parents.map(({ manifest }) => manifest.version)).toEqual(['1.0.0'])
})

describe('an own secret', () => {
  const rates = toolSkill({ name: 'rates', permissions: { secrets: ['RATES_KEY', 'OTHER_KEY'] } }, 'f'.repeat(64))
  const agent = (id: string) => principalFrom('group', { id, role: 'agent' })
  const value = 'key-of-voice'
  let key = new Uint8Array(32).fill(1)
  const portsOf = () => ({
    db,
    audit: { record: async (_: unknown, ...records: AuditRecord[]) => void rows.push(...records) },
    clock: { now: () => Date.UTC(2027, 0, 1) },
    randomBytes,
    ring: () => createKeyRing([], key),
    log: { error: () => {} },
    skills: fixedSkills(rates),
  })
  const set = (name = 'RATES_KEY', to: string | null = value, slug = 'voice') =>
    createAgentSecrets(portsOf()).set(byOperator, slug, 'rates', { name, value: to })
  const instance = brokerOf({
    RATES_KEY: { value: 'of the instance', hosts: ['api.example.com'] },
    OTHER_KEY: { value: 'the other one', hosts: ['api.example.com'] },
  })
  /** What the skill gets for a caller, as when it is admitted. */
  async function foundFor(principal: Principal, skill = 'rates') {
    const rule = (await createAgentSkills(portsOf()).of(principal)).get(skill)
    const grant = grantOf(['api.example.com'], { secrets: ['RATES_KEY', 'OTHER_KEY'] })
    const broker = withAgentSecrets(instance, portsOf())
    return bindCredentials(broker, { principal, grant, own: {}, skill, rule })
  }
  async function bound(principal: Principal, skill?: string) {
    const found = await foundFor(principal, skill)
    return Object.fromEntries([...found].map(([name, one]) => [name, one.value?.() ?? [one.version, one.hosts]]))
  }
  const ofInstance = { RATES_KEY: 'of the instance', OTHER_KEY: 'the other one' }
  const denied = { RATES_KEY: ['withheld', ['api.example.com']], OTHER_KEY: 'the other one' }
  beforeEach(() => {
    key = new Uint8Array(32).fill(1)
  })

  it('is used for this skill by every key of the agent, and by no other agent, person, guest or skill', async () => {
    expect(got(await set())).toEqual({ name: 'RATES_KEY', has_value: true })
    for (const id of ['agent_one', 'agent_two']) {
      expect(await bound(agent(id))).toEqual({ RATES_KEY: value, OTHER_KEY: 'the other one' })
      const chosen = [...(await foundFor(agent(id)))].filter(([, one]) => 'isCallers' in one && one.isCallers)
      expect(chosen.map(([name]) => name)).toEqual(['RATES_KEY'])
    }
    const person = principalFrom('dm-approved', { id: 'agent_one', role: 'traveler' })
    for (const other of [agent('agent_three'), agent('nobody'), person, byOperator.principal, publicPrincipal]) {
      expect(await bound(other)).toEqual(ofInstance)
    }
    expect(await bound(agent('agent_one'), 'echo')).toEqual(ofInstance)
  })

  it('is in no answer, no audit row and no clear text of the database', async () => {
    got(await set())
    const [view] = await createAgentSkills(portsOf()).list('voice')
    expect(view).toMatchObject({ rule: { own_secrets: ['RATES_KEY'] }, own_values: ['RATES_KEY'] })
    expect(rows).toMatchObject([
      {
        action: 'agent_secret.set',
        by: { id: 'user_o' },
        subject: 'voice',
        detail: { skill: 'rates', name: 'RATES_KEY' },
      },
    ])
    const stored = [await db.agentSecret.findMany(), await db.agentSkill.findMany()]
    expect(JSON.stringify([view, rows, stored])).not.toContain(value)
  })

  it('is denied, and not taken from the instance, once its value is removed or cannot be decrypted', async () => {
    got(await set())
    key = new Uint8Array(32).fill(2)
    expect(await bound(agent('agent_one'))).toEqual(denied)
    expect(got(await set('RATES_KEY', null))).toEqual({ name: 'RATES_KEY', has_value: false })
    expect(await bound(agent('agent_one'))).toEqual(denied)
    expect(rows.at(-1)).toMatchObject({ action: 'agent_secret.removed', detail: { skill: 'rates', name: 'RATES_KEY' } })
  })

  it('stays when the rest of the rule is replaced, and goes with the rule', async () => {
    got(await set())
    const rulesOf = createAgentSkills(portsOf())
    got(await rulesOf.set(byOperator, 'voice', 'rates', { limits: { timeout_ms: 500 } }))
    expect(await bound(agent('agent_one'))).toMatchObject({ RATES_KEY: value })
    got(await rulesOf.reset(byOperator, 'voice', 'rates'))
    expect(await db.agentSecret.count()).toBe(0)
    expect(await bound(agent('agent_one'))).toEqual(ofInstance)
  })

  it('stays when a rule that cannot be read is replaced, or gets another secret', async () => {
    got(await set())
    got(await set('OTHER_KEY', null))
    const unreadable = { tier: 'root', own_secrets: ['OTHER_KEY', 'RATES_KEY'] }
    await db.agentSkill.updateMany({ data: { rule: unreadable } })
    got(await createAgentSkills(portsOf()).set(byOperator, 'voice', 'rates', {}))
    const own = { RATES_KEY: value, OTHER_KEY: ['withheld', ['api.example.com']] }
    expect(await bound(agent('agent_one'))).toEqual(own)
    await db.agentSkill.updateMany({ data: { rule: unreadable } })
    got(await set('OTHER_KEY', null))
    expect(await db.agentSkill.findMany()).toMatchObject([{ rule: unreadable }])
  })

  it('is removed with the last key of the agent, and a new key does not get the value of the instance', async () => {
    got(await set())
    const keys = createAgentKeys(portsOf())
    got(await keys.revoke(byOperator, 'agent_one'))
    expect(await db.agentSecret.count()).toBe(1)
    got(await keys.revoke(byOperator, 'agent_two'))
    expect(await db.agentSecret.count()).toBe(0)
    expect(rows.at(-1)).toMatchObject({ action: 'agent_secret.removed', detail: { secrets: ['rates/RATES_KEY'] } })
    expect(await set()).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    await db.agentKey.create({
      data: { id: 'agent_four', slug: 'voice', keyHash: 'x', skills: ['*'], source: 'group', createdBy: 'user_o' },
    })
    expect(await bound(agent('agent_four'))).toEqual(denied)
  })

  it.each<[string, () => ReturnType<typeof set>, object]>([
    [
      'a name that the skill does not ask for',
      () => set('MY_KEY'),
      { details: { name: expect.stringContaining('RATES_KEY') } },
    ],
    [
      'a value that is too short to be masked',
      () => set('RATES_KEY', 'short'),
      { details: { value: expect.any(String) } },
    ],
    ['an unknown agent', () => set('RATES_KEY', value, 'nobody'), { code: 'NOT_FOUND' }],
  ])('is refused for %s', async (_, ask, error) => {
    expect(await ask()).toMatchObject({ ok: false, error })
    expect([await db.agentSkill.count(), rows]).toEqual([0, []])
  })
})
