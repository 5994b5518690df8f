import { describe, expect, test } from 'vitest'
import { newId } from '../contract/ids.ts'
import { type RuntimeName, SkillManifest, type Tier } from '../contract/manifest.ts'
import { principalFrom, publicPrincipal } from '../contract/principal.ts'
import { container, quickjs, type RuntimeDescriptor } from '../contract/runtimes.ts'
import { fixedSkills } from '../core/fixed-skills.ts'
import type { CurrentSkill, SkillSource, UnfinishedExecution } from '../core/ports.ts'
import type { LoadedSkill } from '../core/skill.ts'
import { createInputValidators } from '../manifest/validate-input.ts'
import type { Runtime } from '../runtimes/runtime.ts'
import { testLimits } from '../runtimes/testing/conformance/harness.ts'
import { admit, type ExecuteConfig, readmit } from './admit.ts'
import type { ConfirmationSubject, Confirmations } from './confirm.ts'

function skillThatRunsIn(runtimes: RuntimeName[], tier: Tier = 'local'): LoadedSkill {
  const manifest = SkillManifest.parse({
    name: 'probe',
    version: '1.0.0',
    description: 'a test',
    risk_level: 'low',
    runtimes,
  })
  const program = { kind: 'bundle', language: 'javascript', code: '' } as const
  return { manifest, tier, approved: manifest.permissions, digest: 'd', program, folder: '/nowhere' }
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
      'RUNTIME_UNAVAILABLE: asked for microvm; its manifest lists quickjs, container, component, and tier local may run in quickjs, container',
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

  /** A single-use confirmation, valid only for the subject that it was requested for. */
  function confirmationsOf() {
    const asked: ConfirmationSubject[] = []
    const id = newId('conf', (size) => new Uint8Array(size))
    // Ignores `input`: `inputHash` already represents the part of the input that the skill sees.
    const textOf = ({ input: _, ...subject }: Partial<ConfirmationSubject> = {}) => JSON.stringify(subject)
    const confirmations: Confirmations = {
      ask: async (subject) => {
        asked.push(subject)
        return { id, prompt: subject.prompt }
      },
      take: async (given, subject) => given === id && textOf(asked.shift()) === textOf(subject),
      arrival: () => asked.length,
      takePending: async (subject, arrival) => {
        const pending = asked.slice(0, arrival).filter((one) => textOf(one) === textOf(subject))
        for (const one of pending) asked.splice(asked.indexOf(one), 1)
        return pending.length > 0
      },
    }
    return { id, asked, confirmations }
  }
  const ask = (confirmations: Confirmations | undefined, input: object, config: ExecuteConfig = {}) =>
    admit(
      {
        skills: fixedSkills(acting),
        runtimes: [runtime(quickjs)],
        validators,
        confirmations,
      },
      'probe',
      { params: {}, config: {}, ...input },
      { principal: operator, ...config },
    )

  test('requests a confirmation first, bound to release, action, arguments and principal', async () => {
    const { id, asked, confirmations } = confirmationsOf()
    expect(await ask(confirmations, { action: 'read' })).toMatchObject({ kind: 'admitted' })
    expect(asked).toEqual([])
    expect(await ask(confirmations, { action: 'send', params: { to: 'bob' } })).toMatchObject({
      kind: 'refused',
      error: { code: 'CONFIRMATION_REQUIRED' },
      confirmation: { id, prompt: 'Send it?' },
    })
    expect(asked).toMatchObject([{ digest: 'd', action: 'send', principalId: 'ada', inputHash: expect.any(String) }])
  })

  test('runs once per confirmation, with the confirmed arguments only', async () => {
    const { id, confirmations } = confirmationsOf()
    const send = { action: 'send', params: { to: 'bob' } }
    await ask(confirmations, send)
    expect(await ask(confirmations, send, { confirmation_id: id })).toMatchObject({ kind: 'admitted' })
    expect(await ask(confirmations, send, { confirmation_id: id })).toMatchObject({ kind: 'refused' })
    await ask(confirmations, send)
    const changed = { action: 'send', params: { to: 'eve' } }
    expect(await ask(confirmations, changed, { confirmation_id: id })).toMatchObject({
      error: { code: 'CONFIRMATION_REQUIRED' },
    })
  })

  test('needs a new confirmation if max_results changes, but not if only the time limit changes', async () => {
    const { id, confirmations } = confirmationsOf()
    const send = { action: 'send', params: { to: 'bob' } }
    await ask(confirmations, { ...send, config: { max_results: 1 } })
    expect(await ask(confirmations, { ...send, config: { max_results: 9 } }, { confirmation_id: id })).toMatchObject({
      error: { code: 'CONFIRMATION_REQUIRED' },
    })
    const { id: second, confirmations: others } = confirmationsOf()
    await ask(others, send)
    expect(await ask(others, { ...send, config: { timeout_ms: 500 } }, { confirmation_id: second })).toMatchObject({
      kind: 'admitted',
    })
  })

  test('confirmed: true is accepted once, and only for a pending confirmation of the same call', async () => {
    const { confirmations } = confirmationsOf()
    const send = { action: 'send', params: { to: 'bob' } }
    const refused = { kind: 'refused', error: { code: 'CONFIRMATION_REQUIRED' } }
    const changed = { action: 'send', params: { to: 'eve' } }
    expect(await ask(confirmations, changed)).toMatchObject(refused)
    expect(await ask(confirmations, send, { confirmed: true })).toMatchObject(refused)
    expect(await ask(confirmations, send, { confirmed: true })).toMatchObject({ kind: 'admitted' })
    expect(await ask(confirmations, send, { confirmed: true })).toMatchObject(refused)
    expect(await ask(confirmations, send, { confirmed: false })).toMatchObject(refused)
    expect(await ask(undefined, send, { confirmed: true })).toMatchObject(refused)
  })

  test('never runs without a confirmation store', async () => {
    const { id } = confirmationsOf()
    expect(await ask(undefined, { action: 'send' }, { confirmation_id: id })).toMatchObject({
      kind: 'refused',
      error: { code: 'CONFIRMATION_REQUIRED' },
    })
  })
})

test('a disabled skill returns SKILL_DISABLED for any input', async () => {
  const skill = skillThatRunsIn(['quickjs'])
  const skills: SkillSource = { current: async () => ({ skill, isEnabled: false }), byDigest: async () => skill }
  const ports = { skills, runtimes: [runtime(quickjs)], validators }
  expect(await admit(ports, 'probe', 'no input at all', {})).toMatchObject({ error: { code: 'SKILL_DISABLED' } })
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
  const resumed = (current: CurrentSkill | undefined) => {
    const skills: SkillSource = { current: async () => current, byDigest: async () => skill }
    return readmit({ skills, runtimes: [runtime(quickjs)], validators }, unfinished)
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
})
