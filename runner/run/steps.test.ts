import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { SkillManifest } from '../contract/manifest.ts'
import { principalFrom, type Source, sources } from '../contract/principal.ts'
import { fixedSkills } from '../core/fixed-skills.ts'
import type { ExecutionEnd, ExecutionStart, RecordedExecution } from '../core/ports.ts'
import type { LoadedSkill } from '../core/skill.ts'
import { composeFamily } from '../manifest/compose-skill.ts'
import { createInputValidators } from '../manifest/validate-input.ts'
import { nothing } from '../policy/effective-permissions.ts'
import { somePermissions, tiers, within } from '../policy/testing/policy-questions.ts'
import type { RuntimeExecution, RuntimeOutcome } from '../runtimes/runtime.ts'
import { memoryConfirmations } from '../testing/memory-confirmations.ts'
import { fakeRuntime, loadedSkill, runnerWith } from '../testing/runner-fixture.ts'
import { admit } from './admit.ts'
import { createReplay } from './replay.ts'
import type { RunnerPorts } from './runner-ports.ts'

type Fields = Readonly<Record<string, unknown>>
const text = { type: 'string' }
const object = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
  required: names,
})
const skill = (name: string, fields: Fields): LoadedSkill => {
  const all = { name, version: '1.0.0', description: 'd', risk_level: 'low', ...fields }
  return loadedSkill(SkillManifest.parse(all), `code of ${name}`, `digest of ${name}`)
}
const find = skill('find', {
  actions: { find: { input: object('from'), output: object('id') } },
  permissions: { network: { egress: ['find.example.com'] } },
})
const book = skill('book', {
  risk_level: 'medium',
  actions: { book: { input: object('id'), effects: ['act'], confirmation: { prompt: 'Shall I book?' } } },
  permissions: { network: { egress: ['book.example.com'] } },
})
const toFind = { skill: 'find', action: 'find', params: { from: '/input/from' } }
const toBook = { skill: 'book', action: 'book', params: { id: '/steps/0/results/0/id' } }
const stepsSkill = (name: string, steps: readonly Fields[], fields: Fields = {}): LoadedSkill => ({
  ...skill(name, { input_schema: { plan: object('from') }, runtimes: ['steps'], steps, ...fields }),
  program: { kind: 'steps' },
})

type Answer = (execution: RuntimeExecution) => RuntimeOutcome | Promise<RuntimeOutcome>
const answers: Readonly<Record<string, Answer>> = {
  find: ({ input }) => ({
    kind: 'returned',
    value: { results: [{ id: `${input.params.from}-1` }] },
    fuelUsed: 3_000_000,
  }),
  book: ({ input }) => ({
    kind: 'returned',
    value: { results: [{ booked: input.params.id ?? '' }] },
    fuelUsed: 2_000_000,
  }),
}

async function world(
  of: LoadedSkill,
  options: {
    readonly answer?: Readonly<Record<string, Answer>>
    readonly others?: readonly LoadedSkill[]
    readonly ports?: Partial<RunnerPorts>
  } = {},
) {
  const others = [...(options.others ?? []), find, book]
  const named = async (name: string) => others.find(({ manifest }) => manifest.name === name)
  const composed = await composeFamily(of, named)
  if (composed === undefined) throw new Error('not composed')
  const ran: RuntimeExecution[] = []
  const started: ExecutionStart[] = []
  const ended: ExecutionEnd[] = []
  const runtime = fakeRuntime(async (execution) => {
    ran.push(execution)
    const { name } = execution.skill.manifest
    const answer = options.answer?.[name] ?? answers[name]
    return answer ? answer(execution) : { kind: 'failed', code: 'SKILL_CRASHED', detail: '', fuelUsed: 0 }
  })
  const inner = await Promise.all((options.others ?? []).map(async (one) => (await composeFamily(one, named)) ?? one))
  const skills = fixedSkills(composed, ...inner, find, book)
  const confirmations = memoryConfirmations()
  const runner = runnerWith(of.manifest, {
    skills,
    runtimes: [runtime],
    confirmations,
    store: {
      started: async (start) => void started.push(start),
      finished: async (end) => void ended.push(end),
    },
    ...options.ports,
  })
  const principal = principalFrom('main', { id: 'me', role: 'operator' })
  const plan = (config: Parameters<typeof runner.execute>[2] = {}) =>
    runner.execute(of.manifest.name, { action: 'plan', params: { from: 'SEA' }, config: {} }, { principal, ...config })
  return { plan, ran, started, ended, skills, runtime, runner, composed, principal, confirmations }
}

describe('a skill of steps', () => {
  it('runs each step as an execution of its own, with its own hosts and record, and returns what the last one returns', async () => {
    const trip = stepsSkill('trip', [
      toFind,
      { skill: 'find', action: 'find', params: { from: '/steps/0/results/0/id' } },
    ])
    const { plan, ran, started, ended } = await world(trip)
    expect(await plan()).toMatchObject({ status: 'success', skill: 'trip', results: [{ id: 'SEA-1-1' }] })
    expect(ran.map(({ skill: { manifest }, hosts }) => [manifest.name, hosts])).toEqual([
      ['find', ['find.example.com']],
      ['find', ['find.example.com']],
    ])
    expect(started.map(({ skill, partOf }) => [skill, partOf])).toEqual([
      ['trip', undefined],
      ['find', started[0]?.id],
      ['find', started[0]?.id],
    ])
    expect(ended.map(({ id, fuelUsed }) => [id, fuelUsed])).toEqual([
      [started[1]?.id, 3_000_000],
      [started[2]?.id, 3_000_000],
      [started[0]?.id, 6_000_000],
    ])
  })

  it('has the lowest tier of all, the fuel that is left, and no more time than is left', async () => {
    const trip = stepsSkill('trip', [toFind, { ...toFind }], { limits: { fuel: 5, timeout_ms: 2_000 } })
    const { plan, ran, started } = await world({ ...trip, tier: 'verified' })
    expect(await plan()).toMatchObject({ status: 'success' })
    expect(started.map(({ tier }) => tier)).toEqual(['verified', 'verified', 'verified'])
    expect(ran.map(({ limits }) => limits.fuel)).toEqual([5, 2])
    for (const { limits } of ran) expect(limits.timeoutMs).toBeLessThanOrEqual(2_000)
  })

  it('ends without results, and runs no further step, where a step needs a result that is not there', async () => {
    const answer: Record<string, Answer> = { find: () => ({ kind: 'returned', value: { results: [] }, fuelUsed: 0 }) }
    const { plan, ran } = await world(stepsSkill('trip', [toFind, toBook]), { answer })
    expect(await plan({ confirmed: true })).toMatchObject({ status: 'success', results: [] })
    expect(ran).toHaveLength(1)
  })

  it('ends with the error of a step, which names the skill of the step', async () => {
    const { plan, ended } = await world(stepsSkill('trip', [toFind, toBook]), {
      answer: { find: () => ({ kind: 'failed', code: 'SKILL_CRASHED', detail: '', fuelUsed: 0 }) },
    })
    expect(await plan()).toMatchObject({
      status: 'error',
      skill: 'trip',
      error: { code: 'SKILL_CRASHED', fault: 'author', message: 'The skill find stopped with an error.' },
    })
    expect(ended.map(({ errorCode }) => errorCode)).toEqual(['SKILL_CRASHED', 'SKILL_CRASHED'])
  })

  it('refuses with the name of a step that was disabled, or whose release is gone', async () => {
    const trip = stepsSkill('trip', [toFind])
    const { skills } = await world(trip)
    const off = {
      ...skills,
      current: async (name: string) => {
        const found = await skills.current(name)
        return found && { ...found, isEnabled: name !== 'find' }
      },
    }
    const disabled = await world(trip, { ports: { skills: off } })
    const asked: unknown[] = []
    expect(await disabled.plan({ onAsked: (call) => asked.push(call) })).toMatchObject({
      error: { code: 'SKILL_DISABLED', message: 'The skill find is switched off.' },
    })
    expect(asked).toEqual([])
    const updated = fixedSkills({ ...find, digest: 'another' })
    const gone = {
      ...skills,
      current: async (name: string) => (name === 'find' ? updated.current(name) : skills.current(name)),
      byDigest: async () => undefined,
    }
    const lost = await world(trip, { ports: { skills: gone } })
    expect(await lost.plan()).toMatchObject({
      error: { code: 'SKILL_NOT_FOUND', message: 'There is no approved skill named find.' },
    })
  })

  it('keeps the release of a step with which it was composed, after an update of the step', async () => {
    const trip = stepsSkill('trip', [toFind])
    const { skills } = await world(trip)
    const updated = fixedSkills({ ...find, digest: 'another' })
    const both = {
      ...skills,
      current: async (name: string) => (name === 'find' ? updated.current(name) : skills.current(name)),
    }
    const { plan, started } = await world(trip, { ports: { skills: both } })
    expect(await plan()).toMatchObject({ status: 'success' })
    expect(started[1]?.digest).toBe(find.digest)
  })

  it('gives a step only what is approved for the skill of the step', async () => {
    const trip = stepsSkill('trip', [toFind])
    const { skills } = await world(trip)
    const revoked = fixedSkills({ ...find, approved: nothing })
    const now = {
      ...skills,
      current: async (name: string) => (name === 'find' ? revoked.current(name) : skills.current(name)),
    }
    const { plan, ran } = await world(trip, { ports: { skills: now } })
    await plan()
    expect(ran[0]?.hosts).toEqual([])
  })

  it('cannot run without its steps', async () => {
    const trip = stepsSkill('trip', [toFind])
    const { plan, ran } = await world(trip, { ports: { skills: fixedSkills(trip) } })
    expect(await plan()).toMatchObject({ error: { code: 'SKILL_NOT_FOUND' } })
    expect(ran).toEqual([])
  })

  it('gives each step the turn of its caller, and only the last one the number of results', async () => {
    const { runner, principal, ran } = await world(stepsSkill('trip', [toFind, toFind]))
    const input = { action: 'plan', params: { from: 'SEA' }, config: { max_results: 3 } }
    await runner.execute('trip', input, { principal, fairKey: 'a key' })
    expect(ran.map(({ fairKey, input: { config } }) => [fairKey, config.max_results])).toEqual([
      ['a key', undefined],
      ['a key', 3],
    ])
  })

  it('is left to another process if this one stops during a step, unless the step had come to its end', async () => {
    const journals = { append: async () => {}, reopened: async () => {}, suspended: async () => {} }
    const endsAfter = async (outcome: RuntimeOutcome) => {
      const stopping = new AbortController()
      const find: Answer = () => {
        stopping.abort()
        return outcome
      }
      const ports = { journals, stopping: stopping.signal }
      const { runner, principal, ended } = await world(stepsSkill('trip', [toFind]), { answer: { find }, ports })
      const admitted = await runner.admit('trip', { action: 'plan', params: { from: 'SEA' } }, { principal })
      if (admitted.kind === 'refused') throw new Error(admitted.reason)
      const { id, done } = runner.start(admitted, { durable: true })
      await done
      return ended.some((end) => end.id === id)
    }
    expect(await endsAfter({ kind: 'failed', code: 'CANCELLED', detail: '', fuelUsed: 0 })).toBe(false)
    expect(await endsAfter({ kind: 'returned', value: { results: [] }, fuelUsed: 0 })).toBe(true)
  })

  it('may be a step itself', async () => {
    const inner = stepsSkill('inner', [toFind])
    const outer = stepsSkill('outer', [
      { skill: 'inner', action: 'plan', params: { from: '/input/from' } },
      { skill: 'find', action: 'find', params: { from: '/steps/0/results/0/id' } },
    ])
    const { plan, started, ended } = await world(outer, { others: [inner] })
    expect(await plan()).toMatchObject({ status: 'success', results: [{ id: 'SEA-1-1' }] })
    const of = new Map(started.map(({ id, skill }) => [id, skill]))
    expect(started.map(({ skill, partOf }) => [skill, partOf && of.get(partOf)])).toEqual([
      ['outer', undefined],
      ['inner', 'outer'],
      ['find', 'inner'],
      ['find', 'outer'],
    ])
    expect(ended.at(-1)?.fuelUsed).toBe(6_000_000)
  })
})

describe('a last step that acts', () => {
  it('asks with its own facts, runs only on a yes to them, and never twice', async () => {
    const { plan, ran, ended, composed } = await world(stepsSkill('trip', [toFind, toBook]))
    expect(composed.manifest.actions.plan).toMatchObject({
      effects: ['read', 'act'],
      risk_level: 'medium',
      confirmation: { required: true },
    })
    const asked: unknown[] = []
    const first = await plan({ onAsked: ({ input }) => asked.push(input.params) })
    if (first.status !== 'requires_confirmation') throw new Error(`it ended with ${first.status}`)
    expect(first).toMatchObject({ skill: 'book', confirmation: { prompt: 'Shall I book?' } })
    expect(asked).toEqual([{ id: 'SEA-1' }])
    expect(ended.at(-1)?.errorCode).toBe('CONFIRMATION_REQUIRED')
    expect(ran.map((one) => one.skill.manifest.name)).toEqual(['find'])
    const yes = { confirmed: true, confirmation_id: first.confirmation.id }
    expect(await plan(yes)).toMatchObject({ status: 'success', results: [{ booked: 'SEA-1' }] })
    expect(await plan(yes)).toMatchObject({ error: { code: 'CONFLICT', reason: 'question_used' } })
    expect(ran.filter((one) => one.skill.manifest.name === 'book')).toHaveLength(1)
  })

  it('does not run on a yes when the steps before it find something else', async () => {
    let found = 0
    const answer: Answer = () => ({ kind: 'returned', value: { results: [{ id: `offer ${found++}` }] }, fuelUsed: 0 })
    const { plan, ran } = await world(stepsSkill('trip', [toFind, toBook]), { answer: { find: answer } })
    const first = await plan()
    if (first.status !== 'requires_confirmation') throw new Error(`it ended with ${first.status}`)
    expect(await plan({ confirmed: true, confirmation_id: first.confirmation.id })).toMatchObject({
      error: { code: 'CONFLICT', reason: 'question_arguments' },
    })
    expect(ran.some((one) => one.skill.manifest.name === 'book')).toBe(false)
  })

  it('is refused for a guest before any step runs', async () => {
    const { plan, ran } = await world(stepsSkill('trip', [toFind, toBook]))
    expect(await plan({ principal: principalFrom('public', { id: 'g', role: 'guest' }) })).toMatchObject({
      error: { code: 'TRUST_EXCEEDED' },
    })
    expect(ran).toEqual([])
  })
})

test('code of a skill cannot run a step', async () => {
  const { plan, ran } = await world(stepsSkill('trip', [toFind]), {
    answer: {
      find: async ({ host }) => {
        const args = { at: 0, skill: 'book', action: 'book', acts: false, params: {}, fuel: 1 }
        const answer = await host.call('steps.run', args, 1)
        if (answer.kind !== 'end') throw new Error('it got an answer')
        return { kind: 'failed', code: answer.code, detail: answer.reason, fuelUsed: 0 }
      },
    },
  })
  expect(await plan()).toMatchObject({ error: { code: 'CAPABILITY_DENIED' } })
  expect(ran).toHaveLength(1)
})

test('a replay gives the same output and fuel, and runs no step', async () => {
  const { plan, ran, started, ended, skills, runtime } = await world(stepsSkill('trip', [toFind, { ...toFind }]))
  await plan()
  const [start, end] = [started[0], ended.at(-1)]
  if (!(start && end?.recorded)) throw new Error('nothing was recorded')
  const recorded: RecordedExecution = { ...start, ...end, recording: end.recorded.recording }
  const none = { put: async () => undefined, get: async () => new Map() }
  const replay = createReplay({
    skills,
    runtimes: [runtime],
    answers: none,
    recordings: { load: async () => recorded },
  })
  expect(await replay(start.id)).toMatchObject({ kind: 'same', hostCalls: 2, fuelUsed: 6, fuelCheck: 'compared' })
  expect(ran).toHaveLength(2)
})

test('for all skills, tiers and requests, a step never gets a permission or a limit that a direct call would not get', async () => {
  const some = fc.record({
    permissions: somePermissions,
    approved: somePermissions,
    own: fc.constantFrom(...tiers),
    tier: fc.constantFrom(...tiers),
    source: fc.constantFrom<Source>(...sources),
    leftMs: fc.integer({ min: 1, max: 100_000 }),
    fuel: fc.nat(50_000),
  })
  // Shared, so that the input schema, the same in all cases, is compiled once.
  const validators = createInputValidators({ clock: { now: () => 0 } })
  await fc.assert(
    fc.asyncProperty(some, async ({ permissions, approved, own, tier, source, leftMs, fuel }) => {
      const step: LoadedSkill = {
        ...skill('step', { actions: { go: { input: object() } }, permissions }),
        approved,
        tier: own,
      }
      const ports = {
        skills: fixedSkills(step),
        runtimes: [fakeRuntime(async () => ({ kind: 'returned', value: { results: [] }, fuelUsed: 0 }))],
        validators,
      }
      const input = { action: 'go', params: {}, config: {} }
      const config = { principal: principalFrom(source, { id: 'me', role: 'agent' }) }
      const direct = await admit(ports, 'step', input, config)
      const asStep = await admit(ports, 'step', input, config, { skill: step, tier, leftMs, fuel })
      if (asStep.kind === 'refused') return
      if (direct.kind === 'refused') throw new Error('it runs only as a step')
      expect(within(asStep.grant.permissions, direct.grant.permissions)).toBe(true)
      expect(asStep.grant.limits.fuel).toBeLessThanOrEqual(Math.min(fuel, direct.grant.limits.fuel))
      expect(asStep.grant.limits.timeoutMs).toBeLessThanOrEqual(Math.min(leftMs, direct.grant.limits.timeoutMs))
      expect(asStep.grant.limits.memoryMb).toBeLessThanOrEqual(direct.grant.limits.memoryMb)
    }),
  )
})
