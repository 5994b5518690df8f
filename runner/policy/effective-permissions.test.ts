import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actionRuleOf } from '../contract/action-rule.ts'
import { type Permissions, SkillManifest, type Tier } from '../contract/manifest.ts'
import { hasTrust, principalFrom, publicPrincipal, type Source, sources } from '../contract/principal.ts'
import type { ExecutionLimits } from '../skill.ts'
import {
  type Asker,
  effectivePermissions,
  type LimitWishes,
  neededTrust,
  nothing,
  operatorBounds,
  type PolicyQuestion,
} from './effective-permissions.ts'

const manifestOf = (fields: Record<string, unknown> = {}): SkillManifest =>
  SkillManifest.parse({ name: 'x', version: '0.1.0', description: 'd', risk_level: 'low', entry: 'main.ts', ...fields })
const http = { network: { egress: ['a.example.com'], methods: ['GET'] }, secrets: ['A_KEY'] }
const all = {
  ...http,
  filesystem: { read: ['data', '/srv/maps'], write: ['out', '/srv/out'] },
  exec: ['git'],
  llm: true,
  memory: true,
  messages: true,
}

const from = (source: Source | undefined): Asker | undefined =>
  source && principalFrom(source, { id: 'test', role: 'agent' })

type More = Partial<PolicyQuestion> & { source?: Source | undefined; of?: string }

/** The grant for a manifest that was approved as it stands, or the refusal's code. */
const decide = (fields: Record<string, unknown>, more: More = {}) => {
  const manifest = manifestOf(fields)
  const question: PolicyQuestion = {
    manifest,
    action: actionRuleOf(manifest, more.of ?? 'do'),
    approved: manifest.permissions,
    tier: 'local' as const,
    principal: from('source' in more ? more.source : 'main'),
    ...more,
  }
  const answer = effectivePermissions(question)
  return answer.ok ? answer.grant : answer.code
}
const permissionsOf = (fields: Record<string, unknown>, more: More = {}) => {
  const grant = decide(fields, more)
  return typeof grant === 'string' ? grant : grant.permissions
}
const limitsOf = (fields: Record<string, unknown>, more: More = {}) => {
  const grant = decide(fields, more)
  if (typeof grant === 'string') throw new Error(grant)
  return grant.limits
}

describe('a grant', () => {
  it('is nothing when nothing was declared or nothing approved', () => {
    expect(permissionsOf({})).toEqual(nothing)
    expect(permissionsOf({ permissions: all }, { approved: undefined })).toEqual(nothing)
    expect(permissionsOf({ permissions: all }, { approved: nothing })).toEqual(nothing)
  })

  it('of the operator for a local skill is all that was approved', () => {
    expect(permissionsOf({ permissions: all })).toEqual(manifestOf({ permissions: all }).permissions)
  })

  it('leaves out a permission whose approval was taken back, and refuses nothing', () => {
    const approved = { ...manifestOf({ permissions: all }).permissions, llm: false, secrets: [] }
    expect(permissionsOf({ permissions: all }, { approved })).toMatchObject({ llm: false, secrets: [], memory: true })
  })

  it('names no method where it names no host', () => {
    expect(permissionsOf({ permissions: { network: { methods: ['POST'] } } })).toEqual(nothing)
  })

  it('of a verified skill has no exec and no write outside its own folder', () => {
    const { permissions } = manifestOf({ permissions: all })
    expect(permissionsOf({ permissions: all }, { tier: 'verified' })).toEqual({
      ...permissions,
      exec: [],
      filesystem: { read: ['data', '/srv/maps'], write: ['out'] },
    })
  })

  it('of an untrusted skill is http to declared hosts and approved secrets', () => {
    expect(permissionsOf({ permissions: all }, { tier: 'untrusted' })).toEqual({ ...nothing, ...http })
  })
})

describe('a skill that needs more trust than its source has', () => {
  it.each<[string, Record<string, unknown>, Source[]]>([
    ['nothing', {}, ['main', 'dm-approved', 'group', 'dm-unknown', 'public']],
    ['http and secrets', http, ['main', 'dm-approved', 'group', 'dm-unknown', 'public']],
    ['llm', { llm: true }, ['main', 'dm-approved', 'group']],
    ['files to read', { filesystem: { read: ['data'] } }, ['main', 'dm-approved']],
    ['files to write', { filesystem: { write: ['data'] } }, ['main', 'dm-approved']],
    ['exec', { exec: ['git'] }, ['main']],
    ['memory', { memory: true }, ['main']],
    ['messages', { messages: true }, ['main']],
  ])('is refused before it starts: %s', (_, permissions, allowed) => {
    const started = sources.filter((source) => decide({ permissions }, { source }) !== 'TRUST_EXCEEDED')
    expect(started).toEqual(allowed)
  })

  it('is refused for what it declares, also when that was not approved', () => {
    expect(decide({ permissions: { llm: true } }, { source: 'dm-unknown', approved: nothing })).toBe('TRUST_EXCEEDED')
  })

  it('is one that acts, or is not of low risk, for a guest', () => {
    expect(decide({ effects: ['read'] }, { source: 'public' })).not.toBe('TRUST_EXCEEDED')
    expect(decide({ effects: ['act'] }, { source: 'public' })).toBe('TRUST_EXCEEDED')
    expect(decide({ effects: ['read', 'act'] }, { source: 'public' })).toBe('TRUST_EXCEEDED')
    expect(decide({ risk_level: 'medium' }, { source: 'public' })).toBe('TRUST_EXCEEDED')
    expect(decide({ risk_level: 'high', effects: ['act'] }, { source: 'dm-unknown' })).not.toBe('TRUST_EXCEEDED')
  })

  it('is judged by the action that is asked for, not by what its others do', () => {
    const fields = { actions: { look: {}, book: { effects: ['act'] }, dare: { risk_level: 'high' } } }
    expect(decide(fields, { source: 'public', of: 'look' })).not.toBe('TRUST_EXCEEDED')
    expect(decide(fields, { source: 'public', of: 'book' })).toBe('TRUST_EXCEEDED')
    expect(decide(fields, { source: 'public', of: 'dare' })).toBe('TRUST_EXCEEDED')
  })

  it('is judged as a guest when nobody is named', () => {
    expect(decide({ risk_level: 'medium' }, { source: undefined })).toBe('TRUST_EXCEEDED')
    expect(decide({ permissions: http }, { source: undefined })).toEqual(
      decide({ permissions: http }, { source: 'public' }),
    )
  })
})

describe('runtimes', () => {
  const runtimesOf = (fields: Record<string, unknown>, more: More = {}) => {
    const grant = decide(fields, more)
    return typeof grant === 'string' ? grant : grant.runtimes
  }
  const all = { runtimes: ['quickjs', 'component', 'microvm', 'container'] }

  it('are those of the manifest, in its order, as far as the tier has them', () => {
    expect(runtimesOf(all)).toEqual(all.runtimes)
    expect(runtimesOf(all, { tier: 'verified' })).toEqual(all.runtimes)
    expect(runtimesOf(all, { tier: 'untrusted' })).toEqual(['microvm', 'container'])
  })

  it('are none for untrusted code that names only those which its tier excludes, also when one is asked for', () => {
    expect(runtimesOf({ runtimes: ['quickjs'] }, { tier: 'untrusted' })).toEqual([])
    expect(runtimesOf(all, { tier: 'untrusted', runtime: 'quickjs' })).toEqual([])
  })

  it('are at most the one that the code that executes asks for', () => {
    expect(runtimesOf(all, { runtime: 'container' })).toEqual(['container'])
    expect(runtimesOf({ runtimes: ['quickjs'] }, { runtime: 'container' })).toEqual([])
  })
})

describe('limits', () => {
  it.each<[Tier, number, number, number]>([
    ['local', 30_000, 128, 20_000],
    ['verified', 15_000, 64, 5_000],
    ['untrusted', 10_000, 32, 2_000],
  ])('left open by a manifest of tier %s are those of the tier', (tier, timeoutMs, memoryMb, fuel) => {
    expect(limitsOf({}, { tier })).toMatchObject({ timeoutMs, memoryMb, fuel, outputKb: 1024, hostCalls: 64 })
  })

  it('let no more responses be waited for at once than 64 MB of them', () => {
    const inFlight = (response_kb: number) =>
      limitsOf({ limits: { response_kb, host_calls_in_flight: 64 } }).hostCallsInFlight
    expect([1024, 8192, 40_000, 65_536].map(inFlight)).toEqual([64, 8, 1, 1])
    expect(limitsOf({})).toMatchObject({ responseKb: 8192, hostCallsInFlight: 8 })
  })

  it('of a guest are half of the fuel, at most 15 seconds and 4 host calls at a time', () => {
    expect(limitsOf({}, { source: 'public' })).toMatchObject({ timeoutMs: 15_000, fuel: 10_000, hostCallsInFlight: 4 })
    expect(limitsOf({ limits: { fuel: 1, timeout_ms: 900 } }, { source: 'public' })).toMatchObject({
      fuel: 1,
      timeoutMs: 900,
    })
  })

  it('are lowered by the caller, never raised', () => {
    expect(limitsOf({}, { caller: { timeoutMs: 500 } }).timeoutMs).toBe(500)
    expect(limitsOf({}, { caller: { timeoutMs: 60_000, fuel: 100_000 } })).toEqual(limitsOf({}))
    expect(limitsOf({}, { caller: { timeoutMs: 500 }, host: { timeoutMs: 60_000 } }).timeoutMs).toBe(500)
  })

  it('are raised or lowered by the code that executes, within the bounds', () => {
    expect(limitsOf({}, { host: { timeoutMs: 60_000 } }).timeoutMs).toBe(60_000)
    expect(limitsOf({}, { host: { timeoutMs: 9_999_999 } }).timeoutMs).toBe(operatorBounds.timeoutMs)
    expect(limitsOf({}, { host: { timeoutMs: 200 } }).timeoutMs).toBe(200)
    expect(limitsOf({}, { host: { timeoutMs: 60_000 }, source: 'public' }).timeoutMs).toBe(15_000)
  })

  it('that are no number are none', () => {
    const wishes = { timeoutMs: Number.NaN, fuel: Number.POSITIVE_INFINITY, memoryMb: -1 }
    expect(limitsOf({}, { host: wishes, caller: wishes })).toEqual(limitsOf({}))
  })
})

const some = <T>(...items: T[]): fc.Arbitrary<T[]> => fc.subarray(items)
const somePermissions: fc.Arbitrary<Permissions> = fc.record({
  network: fc.record({
    egress: some('a.example.com', 'b.example.com:8443'),
    methods: some<'GET' | 'POST' | 'DELETE'>('GET', 'POST', 'DELETE'),
  }),
  secrets: some('A_KEY', 'B_KEY'),
  filesystem: fc.record({ read: some('data', '/srv'), write: some('out', '/srv') }),
  exec: some('git', 'curl'),
  llm: fc.boolean(),
  memory: fc.boolean(),
  messages: fc.boolean(),
})
const someWishes: fc.Arbitrary<LimitWishes> = fc.record(
  {
    timeoutMs: fc.integer({ min: 0, max: 900_000 }),
    memoryMb: fc.integer({ min: 0, max: 9_000 }),
    cpus: fc.double({ min: 0, max: 32, noNaN: true }),
    fuel: fc.integer({ min: 0, max: 2_000_000 }),
    hostCalls: fc.integer({ min: 0, max: 20_000 }),
  },
  { requiredKeys: [] },
)
const tiers: Tier[] = ['local', 'verified', 'untrusted']
const someQuestion: fc.Arbitrary<PolicyQuestion> = fc.record({
  manifest: fc.record({
    permissions: somePermissions,
    limits: fc
      .record(
        { timeout_ms: fc.integer({ min: 100, max: 600_000 }), fuel: fc.integer({ min: 1, max: 1_000_000 }) },
        { requiredKeys: [] },
      )
      .map((limits) => manifestOf({ limits }).limits),
    runtimes: fc.constant(['quickjs' as const]),
  }),
  action: fc.record({
    effects: fc.constantFrom<('read' | 'act')[]>(['read'], ['act'], ['read', 'act']),
    risk_level: fc.constantFrom('low', 'medium', 'high'),
  }),
  approved: fc.option(somePermissions, { nil: undefined }),
  tier: fc.constantFrom(...tiers),
  principal: fc.constantFrom<Source | undefined>(...sources, undefined).map(from),
  caller: someWishes,
  host: someWishes,
})

/** True when `less` grants nothing that `more` does not. */
const within = (less: Permissions, more: Permissions): boolean => {
  const subset = (a: readonly string[], b: readonly string[]): boolean => a.every((item) => b.includes(item))
  return (
    subset(less.network.egress, more.network.egress) &&
    subset(less.network.methods, more.network.methods) &&
    subset(less.secrets, more.secrets) &&
    subset(less.filesystem.read, more.filesystem.read) &&
    subset(less.filesystem.write, more.filesystem.write) &&
    subset(less.exec, more.exec) &&
    (!less.llm || more.llm) &&
    (!less.memory || more.memory) &&
    (!less.messages || more.messages)
  )
}
const limitNames: (keyof ExecutionLimits)[] = [
  'timeoutMs',
  'memoryMb',
  'cpus',
  'fuel',
  'outputKb',
  'hostCalls',
  'hostCallsInFlight',
  'responseKb',
]
const lower = (less: ExecutionLimits, more: LimitWishes): boolean =>
  limitNames.every((name) => less[name] <= (more[name] ?? Number.POSITIVE_INFINITY))

describe('for any question', () => {
  it('a grant is never more than manifest, approval, tier and source each allow', () => {
    fc.assert(
      fc.property(someQuestion, (question) => {
        const answer = effectivePermissions(question)
        if (!answer.ok) return
        const { permissions } = answer.grant
        const { manifest, action, approved = nothing, tier, principal = publicPrincipal } = question
        expect(within(permissions, manifest.permissions)).toBe(true)
        expect(within(permissions, approved)).toBe(true)
        expect(hasTrust(principal.trust, neededTrust({ permissions }))).toBe(true)
        if (tier !== 'local')
          expect([permissions.exec, permissions.filesystem.write.filter((path) => path.startsWith('/'))]).toEqual([
            [],
            [],
          ])
        if (tier === 'untrusted') expect(neededTrust({ permissions })).toMatch(/^(none|network)$/)
        if (principal.source === 'public') expect([action.effects, action.risk_level]).toEqual([['read'], 'low'])
      }),
    )
  })

  it('limits are never above bounds and caller, nor above the manifest unless the host raised them', () => {
    fc.assert(
      fc.property(someQuestion, (question) => {
        const answer = effectivePermissions(question)
        if (!answer.ok) return
        const { limits } = answer.grant
        expect(lower(limits, operatorBounds)).toBe(true)
        expect(lower(limits, question.caller ?? {})).toBe(true)
        const quiet = effectivePermissions({ ...question, host: undefined })
        if (!quiet.ok) throw new Error('limits decide nothing about trust')
        const { timeout_ms: timeoutMs, fuel } = question.manifest.limits
        expect(lower(quiet.grant.limits, { timeoutMs, fuel })).toBe(true)
        for (const name of limitNames) {
          expect(limits[name]).toBeLessThanOrEqual(Math.max(quiet.grant.limits[name], question.host?.[name] ?? 0))
        }
      }),
    )
  })

  it('less trusted tiers and sources never get more, and never start what a more trusted one cannot', () => {
    fc.assert(
      fc.property(someQuestion, fc.nat(4), fc.nat(4), fc.nat(2), fc.nat(2), (question, s1, s2, t1, t2) => {
        const at = (source: number, tier: number) =>
          effectivePermissions({ ...question, principal: from(sources[source]), tier: tiers[tier] ?? 'untrusted' })
        const more = at(Math.min(s1, s2), Math.min(t1, t2))
        const less = at(Math.max(s1, s2), Math.max(t1, t2))
        if (!less.ok) return
        if (!more.ok) throw new Error('the more trusted was refused')
        expect(within(less.grant.permissions, more.grant.permissions)).toBe(true)
        expect(lower(less.grant.limits, more.grant.limits)).toBe(true)
      }),
    )
  })

  it('a smaller approval never grants more', () => {
    fc.assert(
      fc.property(someQuestion, somePermissions, (question, approved) => {
        const answer = effectivePermissions({ ...question, approved })
        const none = effectivePermissions({ ...question, approved: undefined })
        expect(none.ok).toBe(answer.ok)
        if (none.ok) expect(none.grant.permissions).toEqual(nothing)
      }),
    )
  })

  it('the same question gets the same answer, and is not changed by it', () => {
    fc.assert(
      fc.property(someQuestion, (question) => {
        const before = structuredClone(question)
        expect(effectivePermissions(question)).toEqual(effectivePermissions(question))
        expect(question).toEqual(before)
      }),
    )
  })
})
