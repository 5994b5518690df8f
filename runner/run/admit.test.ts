import { describe, expect, test } from 'vitest'
import type { AgentRule } from '../contract/agent-rule.ts'
import { newId } from '../contract/ids.ts'
import { type RuntimeName, SkillManifest, type Tier } from '../contract/manifest.ts'
import { principalFrom, publicPrincipal } from '../contract/principal.ts'
import { type QuestionReason, questionReasons } from '../contract/question-reasons.ts'
import { container, quickjs, type RuntimeDescriptor } from '../contract/runtimes.ts'
import { ScriptGrant } from '../contract/script.ts'
import { fixedSkills } from '../core/fixed-skills.ts'
import type { CurrentSkill, SkillSource, UnfinishedExecution } from '../core/ports.ts'
import type { LoadedSkill } from '../core/skill.ts'
import { createMemoryAnswers } from '../journal/testing/memory-answers.ts'
import { createInputValidators } from '../manifest/validate-input.ts'
import type { Runtime } from '../runtimes/runtime.ts'
import { testLimits } from '../runtimes/testing/conformance/harness.ts'
import { keepScript, loadScript } from '../script/script.ts'
import { memoryConfirmations } from '../testing/memory-confirmations.ts'
import { loadedSkill } from '../testing/runner-fixture.ts'
import { testManifest } from '../testing/test-manifest.ts'
import { admit, type ExecuteConfig, fairKeyOf, hasCredentials, readmit, underRule } from './admit.ts'
import type { Confirmations } from './confirm.ts'

function skillThatRunsIn(runtimes: RuntimeName[], tier: Tier = 'local'): LoadedSkill {
  return { ...loadedSkill(testManifest({ runtimes }), '', 'd'), tier }
}

const validators = createInputValidators({ clock: { now: () => 0 } })

/** `reason`: why the runtime is unavailable. Absent: it is available. */
function runtime(about: RuntimeDescriptor, reason?: string): Runtime & { asked: number } {
  const made = {
    about,
    engineVersion: 'none',
    asked: 0,
    run: () => Promise.reject(new Error('must not run in this test')),
    unavailable: async () => {
      made.asked += 1
      return reason
    },
    probe: async () => {},
    async [Symbol.asyncDispose]() {},
  }
  return made
}

async function chosen(wants: RuntimeName[], runtimes: Runtime[], asked?: RuntimeName, tier?: Tier) {
  const skill = skillThatRunsIn(wants, tier)
  const ports = { skills: fixedSkills(skill), runtimes, validators }
  const input = { action: 'run', params: {}, config: {} }
  const admitted = await admit(ports, 'probe', input, asked === undefined ? {} : { runtime: asked })
  return admitted.kind === 'admitted' ? admitted.runtime.about.name : `${admitted.error.code}: ${admitted.reason}`
}

describe('a skill runs in the first available of its runtimes', () => {
  test.each<[RuntimeName[], string]>([
    [['quickjs', 'container'], 'quickjs'],
    [['container', 'quickjs'], 'container'],
    [['microvm', 'container'], 'container'],
  ])('%j: %s', async (wants, expected) => {
    expect(await chosen(wants, [runtime(quickjs), runtime(container)])).toBe(expected)
  })

  test('skips an unavailable runtime, and is refused if it has no other', async () => {
    const runtimes = [runtime(quickjs), runtime(container, 'no engine answers')]
    expect(await chosen(['container', 'quickjs'], runtimes)).toBe('quickjs')
    expect(await chosen(['container'], runtimes)).toBe(
      'RUNTIME_UNAVAILABLE: asked for container; container: no engine answers',
    )
  })

  test('does not probe runtimes after the first available one', async () => {
    const second = runtime(container)
    await chosen(['quickjs', 'container'], [runtime(quickjs), second])
    expect(second.asked).toBe(0)
  })
})

describe('a caller that requests a runtime gets that runtime or a refusal', () => {
  test.each<[RuntimeName, string]>([
    ['container', 'container'],
    ['component', 'RUNTIME_UNAVAILABLE: asked for component; component: not supported here'],
    [
      'microvm',
      'RUNTIME_UNAVAILABLE: asked for microvm; its manifest lists quickjs, container, component, and tier local may run in quickjs, python, container',
    ],
  ])('requested %s: %s', async (asked, expected) => {
    const runtimes = [runtime(quickjs), runtime(container)]
    expect(await chosen(['quickjs', 'container', 'component'], runtimes, asked)).toBe(expected)
  })
})

describe('untrusted code never runs in a runtime outside its tier', () => {
  const there = [runtime(quickjs), runtime(container)]

  test.each<[RuntimeName[], RuntimeName | undefined, string]>([
    [['quickjs', 'container'], undefined, 'container'],
    [
      ['quickjs'],
      undefined,
      'RUNTIME_UNAVAILABLE: asked for quickjs; its manifest lists quickjs, and tier untrusted may run in container',
    ],
    [
      ['quickjs', 'container'],
      'quickjs',
      'RUNTIME_UNAVAILABLE: asked for quickjs; its manifest lists quickjs, container, and tier untrusted may run in container',
    ],
  ])('%j, requested %s: %s', async (wants, asked, expected) => {
    expect(await chosen(wants, there, asked, 'untrusted')).toBe(expected)
  })

  test.each<[RuntimeName[], RuntimeName | undefined, RuntimeName[]]>([
    [['quickjs', 'python'], undefined, ['quickjs', 'python']],
    [['quickjs', 'container'], 'quickjs', ['quickjs']],
    [['container'], 'microvm', []],
    [['container'], 'python', ['python']],
  ])('%j, requested %s: the refusal names the release and blames the tier for %j', async (wants, asked, beyond) => {
    const skill = skillThatRunsIn(wants, 'untrusted')
    const ports = { skills: fixedSkills(skill), runtimes: there, validators }
    const config = asked === undefined ? {} : { runtime: asked }
    const lacks = beyond.map((item) => ({ permission: 'runtime', item, by: ['tier'] }))
    const details = Object.fromEntries(
      beyond.map((name) => [`runtime ${name}`, 'is not allowed for skills of tier untrusted']),
    )
    const input = { action: 'run', params: {}, config: {} }
    expect(await admit(ports, 'probe', input, config)).toEqual({
      ...{ kind: 'refused', skill: 'probe', version: skill.manifest.version, digest: skill.digest },
      ...{ principal: publicPrincipal, reason: expect.any(String), ...(lacks.length > 0 ? { lacks } : {}) },
      error: {
        ...{ code: 'RUNTIME_UNAVAILABLE', message: expect.any(String), fault: 'operator' },
        ...(lacks.length > 0 ? { details } : {}),
      },
    })
  })
})

describe('an action with effect act', () => {
  const skill: LoadedSkill = { ...skillThatRunsIn(['quickjs']) }
  const acting = {
    ...skill,
    manifest: SkillManifest.parse({
      ...skill.manifest,
      actions: { send: { effects: ['act'], confirmation: { prompt: 'Send it?' } }, read: {} },
    }),
  }
  const operator = principalFrom('main', { id: 'ada', role: 'operator' })

  const later = { ...acting, digest: 'a later release' }
  const waiving = {
    ...later,
    manifest: SkillManifest.parse({
      ...acting.manifest,
      risk_level: 'medium',
      actions: { send: { effects: ['act'], confirmation: { required: false } } },
    }),
  }
  const send = { action: 'send', params: { to: 'bob' } }
  const asks = { kind: 'refused', error: { code: 'CONFIRMATION_REQUIRED' }, confirmation: { prompt: 'Send it?' } }
  const refusedFor = (reason: QuestionReason) => ({
    kind: 'refused',
    error: { code: questionReasons[reason].code, message: questionReasons[reason].sentence, reason },
  })
  const admits = { kind: 'admitted' }

  const call = (
    confirmations: Confirmations | undefined,
    input: object,
    config: ExecuteConfig = {},
    release = acting,
  ) =>
    admit(
      { skills: fixedSkills(release), runtimes: [runtime(quickjs)], validators, confirmations },
      'probe',
      { params: {}, config: {}, ...input },
      { principal: operator, ...config },
    )

  /** A store with one question about `send`. */
  async function questioned(input: object = send) {
    const confirmations = memoryConfirmations()
    const asked = await call(confirmations, input)
    if (asked.kind !== 'refused' || asked.confirmation === undefined) throw new Error('not asked')
    return { confirmations, id: asked.confirmation.id }
  }

  test('requests a confirmation first, bound to release, action, arguments and principal', async () => {
    const confirmations = memoryConfirmations()
    expect(await call(confirmations, { action: 'read' })).toMatchObject(admits)
    expect(confirmations.questions.size).toBe(0)
    expect(await call(confirmations, send)).toMatchObject(asks)
    expect([...confirmations.questions.values()]).toMatchObject([
      { digest: 'd', action: 'send', principalId: 'ada', inputHash: expect.any(String) },
    ])
  })

  test('runs once on a yes to its question, with the confirmed arguments only', async () => {
    const { confirmations, id } = await questioned()
    const yes = { confirmation_id: id, confirmed: true }
    const changed = { action: 'send', params: { to: 'eve' } }
    expect(await call(confirmations, changed, yes)).toMatchObject(refusedFor('question_arguments'))
    expect(await call(confirmations, send, yes)).toMatchObject(admits)
    expect(await call(confirmations, send, yes)).toMatchObject(refusedFor('question_used'))
  })

  test('an id without a yes runs nothing, and leaves its question open', async () => {
    const { confirmations, id } = await questioned()
    const named = await call(confirmations, send, { confirmation_id: id })
    expect(named).toMatchObject({ ...asks, confirmation: { id } })
    expect(await call(confirmations, send, { confirmation_id: id, confirmed: true })).toMatchObject(admits)
  })

  test.each<[string, object, LoadedSkill, boolean]>([
    ['the same call', send, acting, true],
    ['other arguments', { action: 'send', params: { to: 'eve' } }, acting, true],
    ['invalid input', { action: 7 }, acting, true],
    ['another release', send, later, true],
    ['a release that waives the confirmation', send, waiving, true],
    ['a disabled skill', send, acting, false],
  ])('a no to a question closes it and runs nothing, with %s', async (_, input, skill, isEnabled) => {
    const { confirmations, id } = await questioned()
    const skills: SkillSource = { current: async () => ({ skill, isEnabled }), byDigest: async () => skill }
    const ports = { skills, runtimes: [runtime(quickjs)], validators, confirmations }
    const no = { principal: operator, confirmation_id: id, confirmed: false }
    expect(await admit(ports, 'probe', { params: {}, config: {}, ...input }, no)).toMatchObject(
      refusedFor('question_declined'),
    )
    const yes = { confirmation_id: id, confirmed: true }
    expect(await call(confirmations, send, yes)).toMatchObject(refusedFor('question_declined'))
  })

  test('confirmed: false never runs an action that acts, but does run one that only reads', async () => {
    const confirmations = memoryConfirmations()
    expect(await call(confirmations, send, {}, waiving)).toMatchObject(admits)
    expect(await call(confirmations, send, { confirmed: false }, waiving)).toMatchObject(
      refusedFor('question_declined'),
    )
    expect(await call(confirmations, { action: 'read' }, { confirmed: false })).toMatchObject(admits)
  })

  test('a yes to a question of an earlier release runs nothing, even if no confirmation is required any more', async () => {
    const { confirmations, id } = await questioned()
    const yes = { confirmation_id: id, confirmed: true }
    for (const release of [later, waiving]) {
      expect(await call(confirmations, send, yes, release)).toMatchObject(refusedFor('question_release'))
    }
  })

  test("another principal's question counts as unknown, for a yes and for a no", async () => {
    const { confirmations, id } = await questioned()
    const principal = principalFrom('main', { id: 'bob', role: 'operator' })
    for (const confirmed of [true, false, undefined]) {
      const answer = { confirmation_id: id, ...(confirmed === undefined ? {} : { confirmed }) }
      expect(await call(confirmations, send, { principal, ...answer })).toMatchObject(refusedFor('question_unknown'))
    }
    expect(await call(confirmations, send, { confirmation_id: id, confirmed: true })).toMatchObject(admits)
  })

  test('needs a new confirmation if max_results changes, but not if only the time limit changes', async () => {
    const { confirmations, id } = await questioned({ ...send, config: { max_results: 1 } })
    const more = { ...send, config: { max_results: 9 } }
    expect(await call(confirmations, more, { confirmation_id: id, confirmed: true })).toMatchObject(
      refusedFor('question_arguments'),
    )
    const other = await questioned()
    const shorter = { ...send, config: { timeout_ms: 500 } }
    expect(await call(other.confirmations, shorter, { confirmation_id: other.id, confirmed: true })).toMatchObject(
      admits,
    )
  })

  test('confirmed: true is accepted once, and only for a pending confirmation of the same call', async () => {
    const { confirmations } = await questioned({ action: 'send', params: { to: 'eve' } })
    expect(await call(confirmations, send, { confirmed: true })).toMatchObject(asks)
    expect(await call(confirmations, send, { confirmed: true })).toMatchObject(admits)
    expect(await call(confirmations, send, { confirmed: true })).toMatchObject(refusedFor('question_used'))
    expect(await call(undefined, send, { confirmed: true })).toMatchObject({
      kind: 'refused',
      error: { code: 'CONFIRMATION_REQUIRED' },
    })
  })

  test('never runs without a confirmation store', async () => {
    const { id } = await questioned()
    expect(await call(undefined, send, { confirmation_id: id, confirmed: true })).toMatchObject({
      kind: 'refused',
      error: { code: 'CONFIRMATION_REQUIRED' },
    })
  })
})

test('a caller can lower the time limit', async () => {
  const ports = { skills: fixedSkills(skillThatRunsIn(['quickjs'])), runtimes: [runtime(quickjs)], validators }
  const input = { action: 'run', params: {}, config: { timeout_ms: 500 } }
  expect(await admit(ports, 'probe', input, {})).toMatchObject({ grant: { limits: { timeoutMs: 500 } } })
})

test('a disabled skill returns SKILL_DISABLED for any input', async () => {
  const skill = skillThatRunsIn(['quickjs'])
  const skills: SkillSource = { current: async () => ({ skill, isEnabled: false }), byDigest: async () => skill }
  const ports = { skills, runtimes: [runtime(quickjs)], validators }
  expect(await admit(ports, 'probe', 'no input at all', {})).toMatchObject({ error: { code: 'SKILL_DISABLED' } })
})

test('a skill that the gates refuse is not run, and the operator is told that it is the gates', async () => {
  const skill = skillThatRunsIn(['quickjs'])
  const refusal = 'the gates block it'
  const skills: SkillSource = {
    current: async () => ({ skill, isEnabled: true, refusal }),
    byDigest: async () => skill,
  }
  const input = { action: 'run', params: {}, config: {} }
  expect(await admit({ skills, runtimes: [runtime(quickjs)], validators }, 'probe', input, {})).toMatchObject({
    ...{ kind: 'refused', reason: refusal, lacks: [{ permission: 'to run', item: '', by: ['gates'] }] },
    error: { code: 'SKILL_DISABLED', fault: 'operator' },
  })
})

test('refuses a value of the caller for a name that the skill does not declare as a secret', async () => {
  const skill = skillThatRunsIn(['quickjs'])
  const manifest = testManifest({ permissions: { secrets: ['OWN_KEY'] } })
  const declaring = { ...skill, manifest, approved: manifest.permissions }
  const ports = { skills: fixedSkills(declaring), runtimes: [runtime(quickjs)], validators }
  const input = { action: 'run', params: {}, config: {} }
  const given = (env_vars: Record<string, string>) => admit(ports, 'probe', input, { env_vars })
  const admitted = await given({ OWN_KEY: 'value' })
  if (admitted.kind !== 'admitted') throw new Error(admitted.reason)
  expect(admitted.credentials.get('OWN_KEY')?.value?.()).toBe('value')
  expect(hasCredentials(admitted)).toBe(true)
  const without = await given({})
  expect(without.kind === 'admitted' && hasCredentials(without)).toBe(false)
  for (const env_vars of [{ OTHER_KEY: 'value' }, { OWN_KEY: 'value', OTHER_KEY: 'value' }]) {
    expect(await given(env_vars)).toMatchObject({
      error: { code: 'INVALID_INPUT', details: { env_vars: "OTHER_KEY is not one of the skill's secrets" } },
    })
  }
})

describe('an execution of another process', () => {
  const skill = skillThatRunsIn(['quickjs'])
  const unfinished: UnfinishedExecution = {
    id: newId('exec', (size) => new Uint8Array(size)),
    skill: 'probe',
    version: '1.0.0',
    digest: skill.digest,
    journal: [],
    recording: {
      runtime: 'quickjs',
      engines: [],
      input: JSON.stringify({ action: 'run', params: {}, config: {} }),
      seed: '00',
      now_ms: 0,
      limits: testLimits,
      secrets: {},
      hosts: [],
      principal: publicPrincipal,
    },
  }
  const resumed = (current: CurrentSkill | undefined, rule: AgentRule = {}, runtimes = [runtime(quickjs)]) => {
    const skills: SkillSource = { current: async () => current, byDigest: async () => skill }
    const rules = { of: async () => new Map([['probe', rule]]) }
    return readmit({ skills, rules, runtimes, validators }, unfinished)
  }

  test('is resumed while its skill is enabled', async () => {
    expect(await resumed({ skill, isEnabled: true })).toMatchObject({ kind: 'admitted' })
  })

  test('is refused if its skill is disabled', async () => {
    expect(await resumed({ skill, isEnabled: false })).toMatchObject({ error: { code: 'SKILL_DISABLED' } })
  })

  test('is refused if its skill cannot be loaded, because it may be disabled', async () => {
    expect(await resumed(undefined)).toMatchObject({ error: { code: 'SKILL_NOT_FOUND' } })
  })

  test('keeps the tier to which the rule of its agent lowers it', async () => {
    const current = { skill, isEnabled: true }
    expect(await resumed(current, { tier: 'verified' })).toMatchObject({
      kind: 'admitted',
      skill: { tier: 'verified' },
    })
    // It began in a runtime that this tier may not use.
    expect(await resumed(current, { tier: 'untrusted' })).toMatchObject({ error: { code: 'RUNTIME_UNAVAILABLE' } })
  })

  test('is refused if its release is not stored, or its input was sealed with another key', async () => {
    const skills: SkillSource = { current: async () => ({ skill, isEnabled: true }), byDigest: async () => undefined }
    const ports = { skills, runtimes: [runtime(quickjs)], validators }
    expect(await readmit(ports, unfinished)).toMatchObject({
      ...{ kind: 'refused', reason: `its release ${skill.digest} is not stored, or a part of it may not run` },
      error: { code: 'SKILL_NOT_FOUND' },
    })
    const stored = { ...ports, skills: { ...skills, byDigest: async () => skill } }
    const recording = { ...unfinished.recording, sealed_input: 'of another key' }
    expect(await readmit(stored, { ...unfinished, recording })).toMatchObject({ error: { code: 'INTERNAL' } })
  })

  test('is a script again with its text, whatever rule and switch a skill of its name has', async () => {
    const grant = ScriptGrant.parse({ language: 'javascript', permissions: skill.manifest.permissions })
    const script = { text: 'set_result(1)', grant }
    const loaded = loadScript(script)
    if (!loaded.ok) throw new Error('not loaded')
    const answers = createMemoryAnswers()
    await keepScript(answers, script)
    const skills: SkillSource = { current: async () => undefined, byDigest: async () => undefined }
    const rules = { of: async () => new Map([['script', { enabled: false }]]) }
    const ports = { skills, rules, runtimes: [runtime(quickjs)], validators }
    const recording = { ...unfinished.recording, script: grant }
    const execution = { ...unfinished, skill: 'script', digest: loaded.skill.digest, recording }
    for (const stores of [{ scripts: answers }, { answers }, { scripts: answers, answers: createMemoryAnswers() }]) {
      expect(await readmit({ ...ports, ...stores }, execution)).toMatchObject({ kind: 'admitted', script })
    }
    const empty = { scripts: createMemoryAnswers(), answers }
    expect(await readmit({ ...ports, ...empty }, execution)).toMatchObject({ error: { code: 'SKILL_NOT_FOUND' } })
  })

  test('is refused if the rule of its agent now switches the skill off', async () => {
    const refused = await resumed({ skill, isEnabled: true }, { enabled: false })
    expect(refused).toMatchObject({ error: { code: 'SKILL_DISABLED', fault: 'operator' } })
  })
})

test('a script runs whatever the rule of its agent says of a skill of its name', async () => {
  const grant = ScriptGrant.parse({ language: 'javascript', permissions: testManifest().permissions })
  const rules = { of: async () => new Map([['script', { enabled: false }]]) }
  const ports = { skills: fixedSkills(), rules, runtimes: [runtime(quickjs)], validators }
  const script = { text: 'set_result(1)', grant }
  const input = { action: 'run', params: {}, config: {} }
  expect(await admit(ports, script, input, {})).toMatchObject({ kind: 'admitted', script })
  expect(await admit(ports, { text: '', grant }, input, {})).toMatchObject({
    error: { code: 'INVALID_INPUT', details: { script: expect.any(String) } },
  })
  const none = await admit({ ...ports, runtimes: [] }, script, input, {})
  expect(none).toMatchObject({ error: { code: 'RUNTIME_UNAVAILABLE', details: { language: expect.any(String) } } })
})

test('an execution takes turns by its own key, else by its principal', () => {
  expect(fairKeyOf({ principal: publicPrincipal, config: {} })).toBe(publicPrincipal.id)
  expect(fairKeyOf({ principal: publicPrincipal, config: { fairKey: 'key' } })).toBe('key')
})

describe('the rule of an agent', () => {
  const current = { ...skillThatRunsIn(['quickjs', 'container']), digest: 'new' }
  const kept = { ...skillThatRunsIn(['quickjs'], 'verified'), digest: 'old' }
  const other = { ...current, digest: 'other', manifest: { ...current.manifest, name: 'other' } }
  const agent = principalFrom('group', { id: 'agent_a', role: 'agent' })
  const skills: SkillSource = { ...fixedSkills(current), byDigest: fixedSkills(current, kept, other).byDigest }
  const asked = (rule: AgentRule, principal = agent) => {
    const rules = { of: async ({ id }: { id: string }) => new Map(id === agent.id ? [['probe', rule]] : []) }
    const input = { action: 'run', params: {}, config: {} }
    return admit({ skills, rules, runtimes: [runtime(quickjs), runtime(container)], validators }, 'probe', input, {
      principal,
    })
  }

  test('decides which release runs, and in which tier, for this agent alone', async () => {
    expect(await asked({ release: 'old' })).toMatchObject({
      kind: 'admitted',
      skill: { digest: 'old', tier: 'verified' },
    })
    expect(await asked({ tier: 'untrusted' })).toMatchObject({ skill: { digest: 'new', tier: 'untrusted' } })
    const person = principalFrom('main', { id: 'user_p', role: 'traveler' })
    expect(await asked({ release: 'old' }, person)).toMatchObject({ skill: { digest: 'new', tier: 'local' } })
  })

  test('finds the current release also if no store has it, by its own digest or by that of its parts', async () => {
    const nowhere = { byDigest: async () => undefined }
    expect(await underRule(nowhere, current, undefined)).toBe(current)
    expect(await underRule(nowhere, current, { release: 'new' })).toBe(current)
    const composed = { ...current, digest: 'composed', chain: { own: current, steps: [] } }
    expect(await underRule(nowhere, composed, { release: 'composed' })).toBe(composed)
    expect(await underRule(nowhere, composed, { release: 'new' })).toBe(composed)
    expect(await underRule(nowhere, composed, { release: 'old' })).toBeUndefined()
  })

  test('refuses a step of another release than it names, and lets the named one run', async () => {
    const rules = (release: string) => ({ of: async () => new Map([['probe', { release }]]) })
    const input = { action: 'run', params: {}, config: {} }
    const step = { skill: current, tier: 'local', leftMs: 1_000, fuel: 10 } as const
    const asStep = (release: string) => {
      const ports = { skills, rules: rules(release), runtimes: [runtime(quickjs)], validators }
      return admit(ports, 'probe', input, {}, step)
    }
    expect(await asStep('new')).toMatchObject({ kind: 'admitted', skill: { digest: 'new' } })
    expect(await asStep('old')).toMatchObject({ kind: 'refused', error: { code: 'SKILL_DISABLED' } })
  })

  test('never raises the tier', async () => {
    expect(await asked({ release: 'old', tier: 'local' })).toMatchObject({ skill: { tier: 'verified' } })
  })

  test.each<[string, AgentRule]>([
    ['is switched off for the agent', { enabled: false }],
    ['has lost the release that the agent keeps', { release: 'gone' }],
    ['would become another skill', { release: 'other' }],
  ])('refuses a skill that %s', async (_, rule) => {
    expect(await asked(rule)).toMatchObject({ kind: 'refused', error: { code: 'SKILL_DISABLED', fault: 'operator' } })
  })
})
