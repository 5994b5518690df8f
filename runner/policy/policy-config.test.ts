import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PermissionKind, permissionKinds } from '../contract/operations/host-operations.ts'
import { publicPrincipal, type Trust, trustLevels } from '../contract/principal.ts'
import { TravelConfig } from '../contract/travel-config.ts'
import { isSame } from '../core/lacks.ts'
import type { ExecutionLimits } from '../core/skill.ts'
import { limitNames } from './effective-limits.ts'
import { effectivePermissions, type PolicyQuestion } from './effective-permissions.ts'
import { itemsOf } from './policy-sets.ts'
import { from, manifestOf, nothing, someConfig, someQuestion, within } from './testing/policy-questions.ts'

const asked = fc.record({ question: someQuestion, config: someConfig })
const grantOf = (question: PolicyQuestion) => {
  const answer = effectivePermissions(question)
  return answer.ok ? answer.grant : undefined
}
const isLower = (less: ExecutionLimits, more: ExecutionLimits) => limitNames.every((name) => less[name] <= more[name])

/** The permissions of each trust level and tier, written out. */
const http: PermissionKind[] = ['network.egress', 'network.methods', 'secrets', 'signing.jwt', 'signing.hmac']
const ofLevel: Record<Trust, PermissionKind[]> = {
  none: [],
  network: http,
  llm: [...http, 'llm'],
  write: [...http, 'llm', 'filesystem.read', 'filesystem.write', 'storage'],
  full: [...permissionKinds],
}
const ofTier = {
  local: [...permissionKinds],
  verified: permissionKinds.filter((kind) => kind !== 'exec' && kind !== 'gateway'),
  untrusted: http,
} as const

/** Computes the grant independently: checks for each permission whether every party allows it. */
function expected(
  { manifest, approved = nothing, tier, action, principal = publicPrincipal, profile }: PolicyQuestion,
  config: TravelConfig,
) {
  const { safeExecution } = config
  const override = config.skills.x
  const caps = override?.permissions
  if (!safeExecution.enabled || override?.enabled === false) return undefined
  const levels = [
    principal.trust,
    safeExecution.defaultTrust[principal.source] ?? 'full',
    override?.defaultTrust?.[principal.source] ?? 'full',
  ]
  const level = trustLevels[Math.min(...levels.map((one) => trustLevels.indexOf(one)))] ?? 'none'
  const needed = permissionKinds.filter(
    (kind) => kind !== 'network.methods' && itemsOf(manifest.permissions, kind).length > 0,
  )
  if (needed.some((kind) => !ofLevel[level].includes(kind))) return undefined
  if (principal.source === 'public' && (action.effects.join() !== 'read' || action.risk_level !== 'low'))
    return undefined
  const capped: Partial<Record<PermissionKind, readonly string[] | undefined>> = {
    'network.egress': caps?.network?.egress,
    'network.methods': caps?.network?.methods,
    secrets: caps?.secrets,
    'signing.jwt': caps?.signing?.jwt,
    'signing.hmac': caps?.signing?.hmac,
    'filesystem.read': caps?.filesystem?.read,
    'filesystem.write': caps?.filesystem?.write,
    exec: caps?.exec,
    llm: caps?.llm === false ? [] : undefined,
    memory: caps?.memory === false ? [] : undefined,
    messages: caps?.messages === false ? [] : undefined,
    gateway: caps?.gateway === false ? [] : undefined,
    storage: caps?.storage === false ? [] : undefined,
  }
  const alone = permissionKinds.flatMap((kind) =>
    itemsOf(manifest.permissions, kind)
      .filter((item) => {
        if (kind === 'filesystem.write' && tier === 'verified' && item.startsWith('/')) return false
        if (kind === 'network.egress' && profile?.hosts.includes(item) === false) return false
        const isOfSecret = kind === 'secrets' || kind === 'signing.jwt' || kind === 'signing.hmac'
        if (isOfSecret && profile?.keys.includes(item) === false) return false
        if (kind === 'network.egress' && safeExecution.allowedHosts?.includes(item) === false) return false
        const isTiered = ofTier[tier].some((one) => one === kind)
        return isTiered && itemsOf(approved, kind).includes(item) && (capped[kind]?.includes(item) ?? true)
      })
      .map((item) => `${kind} ${item}`.trim()),
  )
  const has = (kind: PermissionKind) => alone.some((text) => text.startsWith(kind))
  const hasNetwork = has('network.egress') && has('network.methods')
  return alone.filter((text) => hasNetwork || !text.startsWith('network.')).sort()
}

describe('for any question and any configuration', () => {
  it('grants exactly the permissions that every party allows', () => {
    fc.assert(
      fc.property(asked, ({ question, config }) => {
        const grant = grantOf({ ...question, config })
        const texts =
          grant &&
          permissionKinds.flatMap((kind) => itemsOf(grant.permissions, kind).map((item) => `${kind} ${item}`.trim()))
        expect(texts?.sort()).toEqual(expected(question, config))
      }),
      { numRuns: 1000 },
    )
  })

  it('a configuration never adds a permission, raises a limit or starts a refused skill', () => {
    fc.assert(
      fc.property(asked, ({ question, config }) => {
        const less = grantOf({ ...question, config })
        const more = grantOf(question)
        if (!less) return
        if (!more) throw new Error('the configuration started a refused skill')
        expect(within(less.permissions, more.permissions)).toBe(true)
        expect(isLower(less.limits, more.limits)).toBe(true)
        expect(less.runtimes).toEqual(more.runtimes)
      }),
    )
  })

  it('a profile never adds a permission, raises a limit or changes whether the skill starts', () => {
    fc.assert(
      fc.property(asked, ({ question, config }) => {
        const less = grantOf({ ...question, config })
        const more = grantOf({ ...question, config, profile: undefined })
        expect(less === undefined).toBe(more === undefined)
        if (!less || !more) return
        expect(within(less.permissions, more.permissions)).toBe(true)
        expect(isLower(less.limits, more.limits)).toBe(true)
        const none = grantOf({ ...question, config, profile: { hosts: [], keys: [], limits: {} } })
        expect(none?.permissions).toMatchObject({ network: { egress: [], methods: [] }, secrets: [] })
      }),
    )
  })

  it('the explanation lists every requested permission, and the grant has exactly those marked effective', () => {
    fc.assert(
      fc.property(asked, ({ question, config }) => {
        const answer = effectivePermissions({ ...question, config })
        const requested = permissionKinds.flatMap((kind) =>
          itemsOf(question.manifest.permissions, kind).map((item) => [kind, item]),
        )
        const rows = answer.permissions.filter(({ sets }) => sets.manifest)
        expect(rows.map(({ permission, item }) => [permission, item])).toEqual(requested)
        for (const { sets, deniedBy, effective, permission } of answer.permissions) {
          expect(deniedBy.length > 0).toBe(Object.values(sets).includes(false))
          if (answer.ok && !effective && !permission.startsWith('network.')) expect(deniedBy).not.toEqual([])
        }
        if (!answer.ok) {
          expect(answer.lacks).not.toEqual([])
          expect(answer.permissions.some(({ effective }) => effective)).toBe(false)
          return
        }
        const { permissions, withheld = [] } = answer.grant
        for (const { permission, item, effective } of rows) {
          expect(itemsOf(permissions, permission).includes(item)).toBe(effective)
          expect(withheld.some((lack) => isSame(lack, { permission, item }))).toBe(!effective)
        }
        expect(answer.limits.map(({ limit, effective }) => [limit, effective])).toEqual(
          limitNames.map((name) => [name, answer.grant.limits[name]]),
        )
      }),
    )
  })
})

const all = manifestOf({
  limits: { fuel: 5000 },
  permissions: { network: { egress: ['a.example.com'] }, secrets: ['A_KEY'], exec: ['git'], llm: true },
})
const ask = (file: unknown, more: Partial<PolicyQuestion> = {}) =>
  effectivePermissions({
    manifest: all,
    action: { effects: ['read'], risk_level: 'low' },
    approved: all.permissions,
    tier: 'local',
    principal: from('main'),
    config: TravelConfig.parse(file),
    ...more,
  })

describe('a configuration', () => {
  it('is named as the set that withholds a permission', () => {
    const { permissions } = ask({
      safeExecution: { allowedHosts: [] },
      skills: { x: { permissions: { exec: [] } } },
    })
    const denied = permissions.map(({ permission, deniedBy }) => [permission, deniedBy])
    expect(denied).toEqual([
      ['network.egress', ['config']],
      ['network.methods', []],
      ['secrets', []],
      ['exec', ['skill']],
      ['llm', []],
    ])
  })

  it('refuses a skill that needs more trust than the source has, and names the missing permissions', () => {
    expect(ask({ safeExecution: { defaultTrust: { main: 'write' } } })).toMatchObject({
      ok: false,
      code: 'TRUST_EXCEEDED',
      reason: 'needs full, which safeExecution.defaultTrust withholds from requests from main',
      lacks: [{ permission: 'exec', item: 'git', by: ['config'] }],
    })
    expect(ask({ skills: { x: { defaultTrust: { main: 'network' } } } })).toMatchObject({
      lacks: [
        { permission: 'exec', item: 'git', by: ['skill'] },
        { permission: 'llm', item: '', by: ['skill'] },
      ],
    })
  })

  it('refuses all skills if it disables safeExecution, and otherwise the skills that it disables', () => {
    const refused = { ok: false, code: 'SKILL_DISABLED' }
    expect(ask({ safeExecution: { enabled: false } })).toMatchObject({ ...refused, lacks: [{ by: ['config'] }] })
    expect(ask({ skills: { x: { enabled: false } } })).toMatchObject({ ...refused, lacks: [{ by: ['skill'] }] })
    expect(ask({ skills: { y: { enabled: false } } })).toMatchObject({ ok: true })
  })

  it.each<[string, object, object, number]>([
    ['the smaller of the llm and shell budgets when both apply', { default: 10, llm: 2000, shell: 3000 }, {}, 2000],
    ['the default when the skill’s kind has no budget', { default: 10 }, {}, 10],
    ['the default for a skill of neither kind', { default: 700, llm: 10, shell: 10 }, { exec: [], llm: false }, 700],
    ['the shell budget for a skill without llm', { default: 10, llm: 20, shell: 300 }, { llm: false }, 300],
    ['the manifest’s limit when no budget is configured', {}, {}, 5000],
    ['never more than the manifest’s limit', { default: 9000 }, {}, 5000],
  ])('limits fuel to the budget: %s', (_, fuelBudget, changed, fuel) => {
    const manifest = { ...all, permissions: { ...all.permissions, ...changed } }
    const { limits } = ask({ safeExecution: { fuelBudget } }, { manifest })
    expect(limits.find(({ limit }) => limit === 'fuel')).toMatchObject({
      requested: 5000,
      effective: fuel,
      loweredBy: fuel < 5000 ? ['config'] : [],
    })
  })

  it('limits fuel by the declared permissions, so that revoking a permission never raises the fuel', () => {
    const file = { safeExecution: { fuelBudget: { default: 4000, llm: 100, shell: 100 } } }
    const fuelOf = (approved: PolicyQuestion['approved']) =>
      ask(file, { approved }).limits.find(({ limit }) => limit === 'fuel')?.effective
    expect([fuelOf(all.permissions), fuelOf(undefined)]).toEqual([100, 100])
  })

  it('enforces its limits even if the caller of execute requests more', () => {
    const { limits } = ask(
      { skills: { x: { limits: { fuel: 50, timeout_ms: 900 } } } },
      { host: { fuel: 9000, timeoutMs: 60_000 } },
    )
    expect(
      limits.filter(({ loweredBy }) => loweredBy.includes('skill')).map(({ limit, effective }) => [limit, effective]),
    ).toEqual([
      ['timeoutMs', 900],
      ['fuel', 50],
    ])
  })
})
