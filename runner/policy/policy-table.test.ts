import { describe, expect, it } from 'vitest'
import type { Permissions, Tier } from '../contract/manifest.ts'
import { principalFrom, type Source, sources } from '../contract/principal.ts'
import { testManifest } from '../testing/test-manifest.ts'
import { effectivePermissions, nothing } from './effective-permissions.ts'

/** Sets of one permission each, written out so that the test does not depend on the policy's own tables. */
const permissions = {
  none: nothing,
  http: { ...nothing, network: { egress: ['a.example.com'], methods: ['GET'] } },
  secret: { ...nothing, secrets: ['A_KEY'] },
  tokens: { ...nothing, signing: { jwt: ['A_KEY'], hmac: [] } },
  signatures: { ...nothing, signing: { jwt: [], hmac: ['A_KEY'] } },
  llm: { ...nothing, llm: true },
  read: { ...nothing, filesystem: { read: ['/srv/maps'], write: [] } },
  'write inside': { ...nothing, filesystem: { read: [], write: ['out'] } },
  'write outside': { ...nothing, filesystem: { read: [], write: ['/srv/out'] } },
  exec: { ...nothing, exec: ['git'] },
  memory: { ...nothing, memory: true },
  messages: { ...nothing, messages: true },
  gateway: { ...nothing, gateway: true },
  storage: { ...nothing, storage: true },
} satisfies Record<string, Permissions>
type Name = keyof typeof permissions
const names = Object.keys(permissions).filter((name): name is Name => name in permissions)

const ofStrangers: Name[] = ['none', 'http', 'secret', 'tokens', 'signatures']
const mayUse: Record<Source, Name[]> = {
  main: names,
  'dm-approved': [...ofStrangers, 'llm', 'read', 'write inside', 'write outside', 'storage'],
  group: [...ofStrangers, 'llm'],
  'dm-unknown': ofStrangers,
  public: ofStrangers,
}
const tierHas: Record<Tier, Name[]> = {
  local: names,
  verified: [...ofStrangers, 'llm', 'read', 'write inside', 'memory', 'messages', 'storage'],
  untrusted: ofStrangers,
}
const effects: ('read' | 'act')[][] = [['read'], ['act'], ['read', 'act'], ['act', 'read'], []]
const risks = ['low', 'medium', 'high'] as const

const cases = sources.flatMap((source) =>
  (['local', 'verified', 'untrusted'] as const).flatMap((tier) =>
    effects.flatMap((effect) =>
      risks.flatMap((risk) =>
        names.flatMap((name) => [true, false].map((isApproved) => ({ source, tier, effect, risk, name, isApproved }))),
      ),
    ),
  ),
)

describe('every combination of source, tier, effects, risk, permission and approval', () => {
  it('is among the tested cases', () => {
    expect(cases).toHaveLength(5 * 3 * 5 * 3 * 14 * 2)
  })

  it('is refused, granted or dropped as listed in the tables', () => {
    const found = cases.map((one) => ({ ...one, is: outcomeOf(one) }))
    expect(found).toEqual(cases.map((one) => ({ ...one, is: expectedOf(one) })))
  })

  it('reports for each permission whether source and tier allow it, even if the request is refused', () => {
    const rows = cases.flatMap((one) => answerTo(one).permissions.map(({ sets }) => ({ one, sets })))
    expect(rows.length).toBeGreaterThan(cases.length / 2)
    expect(rows.map(({ one, sets }) => [one, sets.source, sets.tier])).toEqual(
      rows.map(({ one }) => [one, mayUse[one.source].includes(one.name), tierHas[one.tier].includes(one.name)]),
    )
  })
})

type Case = (typeof cases)[number]

function expectedOf({ source, tier, effect, risk, name, isApproved }: Case): string {
  if (!mayUse[source].includes(name)) return 'refused'
  const isReadOnly = effect.length > 0 && !effect.includes('act')
  if (source === 'public' && (!isReadOnly || risk !== 'low')) return 'refused'
  if (name === 'none') return 'granted'
  return isApproved && tierHas[tier].includes(name) ? 'granted' : 'dropped'
}

function answerTo({ source, tier, effect, risk, name, isApproved }: Case) {
  const manifest = testManifest({ name: 'x', permissions: permissions[name] })
  return effectivePermissions({
    manifest,
    action: { effects: effect, risk_level: risk },
    approved: isApproved ? permissions[name] : nothing,
    tier,
    principal: principalFrom(source, { id: 'test', role: 'agent' }),
  })
}

function outcomeOf(one: Case): string {
  const { name } = one
  const answer = answerTo(one)
  if (!answer.ok) return 'refused'
  const granted = JSON.stringify(answer.grant.permissions)
  if (granted === JSON.stringify(permissions[name])) return 'granted'
  return granted === JSON.stringify(nothing) ? 'dropped' : granted
}
