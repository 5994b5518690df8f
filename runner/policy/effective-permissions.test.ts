import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actionRuleOf } from '../contract/action-rule.ts'
import { AgentRule } from '../contract/agent-rule.ts'
import { mostFuel } from '../contract/fuel.ts'
import type { Tier } from '../contract/manifest.ts'
import { type Source, sources } from '../contract/principal.ts'
import type { ExecutionLimits } from '../core/skill.ts'
import type { LimitWishes } from './effective-limits.ts'
import { effectivePermissions, type PolicyQuestion } from './effective-permissions.ts'
import { keep, ofOverride } from './policy-sets.ts'
import { from, manifestOf, nothing, somePermissions, someQuestion, tiers, within } from './testing/policy-questions.ts'

const http = { network: { egress: ['a.example.com'], methods: ['GET'] }, secrets: ['A_KEY'] }
const bounds: ExecutionLimits = {
  timeoutMs: 600_000,
  memoryMb: 1024,
  cpus: 4,
  fuel: mostFuel,
  outputKb: 16_384,
  hostCalls: 10_000,
  hostCallsInFlight: 64,
  responseKb: 65_536,
}
const all = {
  ...http,
  filesystem: { read: ['data', '/srv/maps'], write: ['out', '/srv/out'] },
  exec: ['git'],
  llm: true,
  memory: true,
  messages: true,
  gateway: true,
  storage: true,
}

type More = Partial<PolicyQuestion> & { source?: Source | undefined; of?: string }

/** The answer for a manifest that is fully approved unless `more` says otherwise. */
const answerTo = (fields: Record<string, unknown>, more: More = {}) => {
  const manifest = manifestOf(fields)
  const question: PolicyQuestion = {
    manifest,
    action: actionRuleOf(manifest, more.of ?? 'do'),
    approved: manifest.permissions,
    tier: 'local' as const,
    principal: from('source' in more ? more.source : 'main'),
    ...more,
  }
  return effectivePermissions(question)
}
/** The grant, or the refusal's code. */
const decide = (fields: Record<string, unknown>, more: More = {}) => {
  const answer = answerTo(fields, more)
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

describe('the grant', () => {
  it('is empty when nothing is declared or nothing is approved', () => {
    expect(permissionsOf({})).toEqual(nothing)
    expect(permissionsOf({ permissions: all }, { approved: undefined })).toEqual(nothing)
    expect(permissionsOf({ permissions: all }, { approved: nothing })).toEqual(nothing)
  })

  it('of a local skill that the operator runs holds every approved permission', () => {
    expect(permissionsOf({ permissions: all })).toEqual(manifestOf({ permissions: all }).permissions)
  })

  it('omits a permission whose approval was revoked; the skill still starts', () => {
    const approved = { ...manifestOf({ permissions: all }).permissions, llm: false, secrets: [] }
    expect(permissionsOf({ permissions: all }, { approved })).toMatchObject({ llm: false, secrets: [], memory: true })
  })

  it('has no HTTP methods if it has no hosts, and no hosts if it has no methods', () => {
    expect(permissionsOf({ permissions: { network: { methods: ['POST'] } } })).toEqual(nothing)
    const permissions = { network: { egress: ['a.example.com'], methods: ['GET'] } }
    const { network } = manifestOf({ permissions }).permissions
    for (const less of [{ methods: [] }, { egress: [] }]) {
      const approved = { ...nothing, network: { ...network, ...less } }
      expect(permissionsOf({ permissions }, { approved })).toEqual(nothing)
    }
  })

  it('names what the manifest declares and who withholds it, and nothing else', () => {
    const approved = { ...manifestOf({ permissions: all }).permissions, llm: false, secrets: ['A_KEY', 'UNDECLARED'] }
    expect(decide({ permissions: all }, { approved, tier: 'verified' })).toMatchObject({
      withheld: [
        { permission: 'filesystem.write', item: '/srv/out', by: ['tier'] },
        { permission: 'exec', item: 'git', by: ['tier'] },
        { permission: 'llm', item: '', by: ['approval'] },
        { permission: 'gateway', item: '', by: ['tier'] },
      ],
    })
  })
})

describe('trust of the source', () => {
  it('is missing for exactly the declared permissions that need more', () => {
    const approved = { ...manifestOf({ permissions: all }).permissions, messages: true }
    expect(answerTo({ permissions: { ...http, llm: true } }, { source: 'dm-unknown', approved })).toMatchObject({
      ok: false,
      lacks: [{ permission: 'llm', item: '', by: ['source'] }],
    })
  })

  it('must suffice for all declared permissions, whether or not they were approved', () => {
    expect(decide({ permissions: { llm: true } }, { source: 'dm-unknown', approved: nothing })).toBe('TRUST_EXCEEDED')
  })

  it('must reach both the trust level of the manifest and the level that the permissions require', () => {
    expect(decide({ trust: 'full' }, { source: 'dm-approved' })).toBe('TRUST_EXCEEDED')
    expect(decide({ trust: 'llm' }, { source: 'dm-unknown' })).toBe('TRUST_EXCEEDED')
    expect(decide({ trust: 'llm' }, { source: 'group' })).toMatchObject({ permissions: nothing })
    for (const trust of ['none', 'network', 'llm'] as const)
      expect(decide({ trust, permissions: { exec: ['git'] } }, { source: 'group' })).toBe('TRUST_EXCEEDED')
  })

  it('is named as the cause of a refusal if no permission of the skill needs that much', () => {
    const lacks = [{ permission: 'trust', item: 'full', by: ['source'] }]
    expect(answerTo({ trust: 'full', permissions: http }, { source: 'group' })).toMatchObject({ ok: false, lacks })
  })

  it('does not let a guest start an action with effect act or a risk above low', () => {
    expect(decide({ effects: ['read'] }, { source: 'public' })).not.toBe('TRUST_EXCEEDED')
    expect(decide({ effects: ['act'] }, { source: 'public' })).toBe('TRUST_EXCEEDED')
    expect(decide({ effects: ['read', 'act'] }, { source: 'public' })).toBe('TRUST_EXCEEDED')
    expect(decide({ risk_level: 'medium' }, { source: 'public' })).toBe('TRUST_EXCEEDED')
    expect(decide({ risk_level: 'high', effects: ['act'] }, { source: 'dm-unknown' })).not.toBe('TRUST_EXCEEDED')
  })

  it('is checked against the requested action, not against the skill’s other actions', () => {
    const fields = { actions: { look: {}, book: { effects: ['act'] }, dare: { risk_level: 'high' } } }
    expect(decide(fields, { source: 'public', of: 'look' })).not.toBe('TRUST_EXCEEDED')
    expect(decide(fields, { source: 'public', of: 'book' })).toBe('TRUST_EXCEEDED')
    expect(decide(fields, { source: 'public', of: 'dare' })).toBe('TRUST_EXCEEDED')
  })

  it('is that of a guest if the principal is absent', () => {
    expect(decide({ risk_level: 'medium' }, { source: undefined })).toBe('TRUST_EXCEEDED')
    expect(decide({ permissions: http }, { source: undefined })).toEqual(
      decide({ permissions: http }, { source: 'public' }),
    )
  })
})

describe('the permitted runtimes', () => {
  const runtimesOf = (fields: Record<string, unknown>, more: More = {}) => {
    const grant = decide(fields, more)
    return typeof grant === 'string' ? grant : grant.runtimes
  }
  const all = { runtimes: ['quickjs', 'component', 'microvm', 'container'] }

  it('are those of the manifest that the tier allows, in the manifest’s order', () => {
    expect(runtimesOf(all)).toEqual(all.runtimes)
    expect(runtimesOf(all, { tier: 'verified' })).toEqual(all.runtimes)
    expect(runtimesOf(all, { tier: 'untrusted' })).toEqual(['microvm', 'container'])
  })

  it('are empty if the tier excludes every listed or requested runtime', () => {
    expect(runtimesOf({ runtimes: ['quickjs'] }, { tier: 'untrusted' })).toEqual([])
    expect(runtimesOf(all, { tier: 'untrusted', runtime: 'quickjs' })).toEqual([])
  })

  it('are reduced to the runtime that the caller of execute requests', () => {
    expect(runtimesOf(all, { runtime: 'container' })).toEqual(['container'])
    expect(runtimesOf({ runtimes: ['quickjs'] }, { runtime: 'container' })).toEqual([])
  })
})

describe('limits', () => {
  it.each<[Tier, number, number, number]>([
    ['local', 30_000, 128, 20_000],
    ['verified', 15_000, 64, 5_000],
    ['untrusted', 10_000, 32, 2_000],
  ])('that a manifest of tier %s omits take the tier’s defaults', (tier, timeoutMs, memoryMb, fuel) => {
    expect(limitsOf({}, { tier })).toMatchObject({
      timeoutMs,
      memoryMb,
      fuel,
      cpus: 0.5,
      outputKb: 1024,
      hostCalls: 64,
    })
    const limits = { timeout_ms: 700, memory_mb: 8, fuel: 9, cpus: 1.5 }
    expect(limitsOf({ limits }, { tier })).toMatchObject({ timeoutMs: 700, memoryMb: 8, fuel: 9, cpus: 1.5 })
  })

  it('lower the host calls in flight so that their responses need at most 64 MB', () => {
    const inFlight = (response_kb: number) =>
      limitsOf({ limits: { response_kb, host_calls_in_flight: 64 } }).hostCallsInFlight
    expect([1024, 8192, 40_000, 65_536].map(inFlight)).toEqual([64, 8, 1, 1])
    expect(limitsOf({})).toMatchObject({ responseKb: 8192, hostCallsInFlight: 8 })
  })

  it('of a guest are half of the fuel, at most 15 seconds and 4 host calls in flight', () => {
    expect(limitsOf({}, { source: 'public' })).toMatchObject({ timeoutMs: 15_000, fuel: 10_000, hostCallsInFlight: 4 })
    expect(limitsOf({ limits: { fuel: 1, timeout_ms: 900 } }, { source: 'public' })).toMatchObject({
      fuel: 1,
      timeoutMs: 900,
    })
  })

  it('of a guest never exceed those of others, even at no fuel', () => {
    const fuel = (source: Source) => limitsOf({}, { source, host: { fuel: 0 } }).fuel
    expect([fuel('main'), fuel('public')]).toEqual([0, 0])
  })

  it('can be lowered but not raised by the HTTP caller', () => {
    expect(limitsOf({}, { caller: { timeoutMs: 500 } }).timeoutMs).toBe(500)
    expect(limitsOf({}, { caller: { timeoutMs: 60_000, fuel: 100_000 } })).toEqual(limitsOf({}))
    expect(limitsOf({}, { caller: { timeoutMs: 500 }, host: { timeoutMs: 60_000 } }).timeoutMs).toBe(500)
  })

  it('can be raised or lowered by the caller of execute, within the bounds', () => {
    expect(limitsOf({}, { host: { timeoutMs: 60_000 } }).timeoutMs).toBe(60_000)
    expect(limitsOf({}, { host: { timeoutMs: 9_999_999 } }).timeoutMs).toBe(600_000)
    expect(limitsOf({}, { host: { timeoutMs: 200 } }).timeoutMs).toBe(200)
    expect(limitsOf({}, { host: { timeoutMs: 60_000 }, source: 'public' }).timeoutMs).toBe(15_000)
  })

  it('can be lowered but not raised by the profile of an agent', () => {
    const profile = (limits: LimitWishes) => ({ profile: { hosts: [], keys: [], limits } })
    expect(limitsOf({}, profile({ fuel: 5, timeoutMs: 900 }))).toMatchObject({ fuel: 5, timeoutMs: 900 })
    expect(limitsOf({}, profile({ fuel: 900_000, memoryMb: 4096 }))).toEqual(limitsOf({}))
  })

  it.each(['host', 'caller'] as const)('are 0 for a NaN, infinite or negative wish of the %s', (who) => {
    const wishes = { timeoutMs: Number.NaN, fuel: Number.POSITIVE_INFINITY, memoryMb: -1 }
    expect(limitsOf({}, { [who]: wishes })).toEqual({ ...limitsOf({}), timeoutMs: 0, fuel: 0, memoryMb: 0 })
  })
})

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

describe('for any policy question', () => {
  it('limits stay within bounds and input, and exceed the manifest only if the caller of execute raises them', () => {
    fc.assert(
      fc.property(someQuestion, (question) => {
        const answer = effectivePermissions(question)
        if (!answer.ok) return
        const { limits } = answer.grant
        expect(lower(limits, bounds)).toBe(true)
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

  it('a less trusted tier or source never gets more, and starts no skill that a more trusted one cannot start', () => {
    fc.assert(
      fc.property(someQuestion, fc.nat(4), fc.nat(4), fc.nat(2), fc.nat(2), (question, s1, s2, t1, t2) => {
        const at = (source: number, tier: number) =>
          effectivePermissions({ ...question, principal: from(sources[source]), tier: tiers[tier] ?? 'untrusted' })
        const more = at(Math.min(s1, s2), Math.min(t1, t2))
        const less = at(Math.max(s1, s2), Math.max(t1, t2))
        if (!less.ok) return
        if (!more.ok) throw new Error('the more trusted request was refused')
        expect(within(less.grant.permissions, more.grant.permissions)).toBe(true)
        expect(lower(less.grant.limits, more.grant.limits)).toBe(true)
      }),
    )
  })

  it('equal questions get equal answers, and are not modified', () => {
    fc.assert(
      fc.property(someQuestion, (question) => {
        const before = structuredClone(question)
        expect(effectivePermissions(question)).toEqual(effectivePermissions(question))
        expect(question).toEqual(before)
      }),
    )
  })
})

describe('the rule of an agent', () => {
  const someRule = fc
    .record(
      {
        enabled: fc.boolean(),
        permissions: somePermissions,
        limits: fc.record({ timeout_ms: fc.integer({ min: 100, max: 600_000 }) }),
      },
      { requiredKeys: [] },
    )
    .map((rule) => AgentRule.parse(rule))

  it('grants nothing, and lowers what it names', () => {
    fc.assert(
      fc.property(someQuestion, someRule, (question, rule) => {
        const without = effectivePermissions(question)
        const under = effectivePermissions({ ...question, rule })
        if (!under.ok) return
        if (!without.ok) throw new Error('the rule lets a refused request run')
        expect(rule.enabled).not.toBe(false)
        expect(within(under.grant.permissions, without.grant.permissions)).toBe(true)
        if (rule.permissions)
          expect(within(under.grant.permissions, keep(under.grant.permissions, ofOverride(rule)))).toBe(true)
        for (const { limit, effective } of under.limits) {
          expect(effective).toBeLessThanOrEqual(without.grant.limits[limit])
        }
        if (rule.limits?.timeout_ms) expect(under.grant.limits.timeoutMs).toBeLessThanOrEqual(rule.limits.timeout_ms)
      }),
    )
  })
})
