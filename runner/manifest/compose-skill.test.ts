import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actionRuleOf } from '../contract/action-rule.ts'
import { acceptedActions } from '../contract/capabilities/capability-contracts.ts'
import type { Permissions, Tier } from '../contract/manifest.ts'
import { type LoadedSkill, releaseOfAction } from '../core/skill.ts'
import { effectivePermissions } from '../policy/effective-permissions.ts'
import { keep, listed, union } from '../policy/policy-sets.ts'
import { from, manifestOf, nothing, somePermissions, tiers, within } from '../policy/testing/policy-questions.ts'
import { composeFamily, composeSkill, familyOf } from './compose-skill.ts'

type Fields = Record<string, unknown> & {
  readonly tier?: Tier
  readonly approved?: Permissions
  readonly program?: LoadedSkill['program']
}

/** A skill whose permissions are all approved, unless `fields` says otherwise. */
function skill(name: string, { tier = 'local', approved, program, ...fields }: Fields = {}): LoadedSkill {
  const manifest = manifestOf({ name, ...fields })
  return {
    manifest,
    tier,
    approved: approved ?? manifest.permissions,
    digest: `digest of ${JSON.stringify([name, tier, fields])}`,
    program: program ?? { kind: 'bundle', language: 'javascript', code: `code of ${name}` },
    folder: `/skills/${name}`,
  }
}
const hosts = (...egress: string[]) => ({ permissions: { network: { egress } } })
const actions = (...names: string[]) => ({ actions: Object.fromEntries(names.map((name) => [name, {}])) })
const everything = union([
  nothing,
  manifestOf({ permissions: { network: { egress: ['a.example.com', 'b.example.com', 'c.example.com'] } } }).permissions,
])
const codeOf = (of: LoadedSkill, action: string) => {
  const { program } = releaseOfAction(of, action)
  return program.kind === 'bundle' ? program.code : program.kind
}
const hostsOf = ({ approved }: LoadedSkill) => approved.network.egress

describe('a skill with parents', () => {
  it('gets their permissions beside its own, as far as they are approved for itself', () => {
    const parents = [skill('one', hosts('a.example.com')), skill('two', hosts('b.example.com'))]
    const child = composeSkill(skill('child', { ...hosts('c.example.com'), approved: everything }), parents)
    expect(child.manifest.permissions.network.egress).toEqual(['a.example.com', 'b.example.com', 'c.example.com'])
    expect(hostsOf(child)).toEqual(['a.example.com', 'b.example.com', 'c.example.com'])
    const unapproved = composeSkill(skill('child', hosts('c.example.com')), parents)
    expect(hostsOf(unapproved)).toEqual(['c.example.com'])
  })

  it('loses a permission that was revoked from the only parent that asks for it, and keeps one of its own', () => {
    const one = skill('one', { ...hosts('a.example.com', 'c.example.com'), approved: nothing })
    expect(hostsOf(composeSkill(skill('child', { ...hosts('c.example.com'), approved: everything }), [one]))).toEqual([
      'c.example.com',
    ])
    const two = skill('two', hosts('a.example.com'))
    expect(hostsOf(composeSkill(skill('child', { approved: everything }), [one, two]))).toContain('a.example.com')
  })

  it('has their actions: a later parent wins over an earlier one, and the skill over all', () => {
    const parents = [skill('one', actions('first', 'both', 'mine')), skill('two', actions('both', 'mine'))]
    const child = composeSkill(skill('child', actions('mine')), parents)
    expect(acceptedActions(child.manifest).sort()).toEqual(['both', 'first', 'mine'])
    expect(['first', 'both', 'mine'].map((action) => codeOf(child, action))).toEqual([
      'code of one',
      'code of two',
      'code of child',
    ])
  })

  it('runs an inherited action under its own name, with what the parent of the action asks for, and no more', () => {
    const one = skill('one', { ...hosts('a.example.com'), ...actions('look') })
    const child = composeSkill(skill('child', { ...hosts('c.example.com'), approved: everything }), [one])
    const { manifest, approved, tier } = releaseOfAction(child, 'look')
    const question = { manifest, approved, tier, action: actionRuleOf(manifest, 'look'), principal: from('main') }
    const { grant } = Object(effectivePermissions(question))
    expect(manifest.name).toBe('child')
    expect(grant.permissions.network.egress).toEqual(['a.example.com'])
  })

  it('cannot waive the confirmation of an inherited action, nor the check of its times', () => {
    const times = { from: 'start', to: 'end' }
    const one = skill('one', { actions: { send: { effects: ['act'], risk_level: 'high', times } } })
    const child = composeSkill(skill('child', { confirmation: { required: false } }), [one])
    expect(actionRuleOf(child.manifest, 'send')).toMatchObject({
      ...{ effects: ['act'], confirmation: { required: true }, times },
    })
    const { manifest } = releaseOfAction(child, 'send')
    expect(actionRuleOf(manifest, 'send')).toMatchObject({ risk_level: 'high', confirmation: { required: true } })
  })

  it('inherits the actions of a capability with their schema, and not the capability, which would search twice', () => {
    const one = skill('one', { capability: 'C-HOTEL-SEARCH' })
    const child = composeSkill(skill('child', { kind: 'prompt', program: { kind: 'prompt' } }), [one])
    expect(child.manifest.capability).toBeUndefined()
    expect(child.manifest.actions.search_hotels?.input).toMatchObject({ type: 'object' })
    expect(releaseOfAction(child, 'search_hotels').manifest.capability).toBe('C-HOTEL-SEARCH')
  })

  it('keeps the strictest terms of all providers', () => {
    const one = skill('one', { policy: { user_initiated: true, longest_cache_s: 60 } })
    const two = skill('two', { policy: { no_mixing: true, longest_cache_s: 600 } })
    const { policy } = composeSkill(skill('child'), [one, two]).manifest
    expect(policy).toEqual({ user_initiated: true, no_mixing: true, longest_cache_s: 60 })
  })

  it('sends one credential to one place: that of the later parent, or its own', () => {
    const withKey = (name: string, secret: string) =>
      skill(name, {
        permissions: { network: { egress: ['a.example.com'] }, secrets: [secret] },
        credentials: { [name]: { kind: 'bearer', host: 'a.example.com', secret } },
      })
    const parents = [withKey('one', 'ONE_KEY'), withKey('two', 'TWO_KEY')]
    expect(Object.keys(composeSkill(skill('child'), parents).manifest.credentials)).toEqual(['two'])
    expect(Object.keys(composeSkill(withKey('child', 'OWN_KEY'), parents).manifest.credentials)).toEqual(['child'])
  })
})

describe('the digest of a composition', () => {
  const family = (grandparent: LoadedSkill) => {
    const parent = composeSkill(skill('parent', actions('look')), [grandparent])
    return composeSkill(skill('child'), [parent, skill('other')])
  }

  it('changes with every release of the family and with their order', () => {
    const first = family(skill('grandparent'))
    expect(family(skill('grandparent')).digest).toBe(first.digest)
    expect(family(skill('grandparent', { version: '0.2.0' })).digest).not.toBe(first.digest)
    const [one, two] = [skill('one'), skill('two')]
    expect(composeSkill(skill('child'), [one, two]).digest).not.toBe(composeSkill(skill('child'), [two, one]).digest)
  })

  it('differs from that of an inherited action, which runs other code', () => {
    const child = family(skill('grandparent', actions('deep')))
    const digests = ['look', 'deep', 'own'].map((action) => releaseOfAction(child, action).digest)
    expect(new Set(digests).size).toBe(3)
  })
})

describe('a family', () => {
  it('is found by names, and contains a shared grandparent once', async () => {
    const all = new Map(
      [
        skill('child', { parents: ['one', 'two'] }),
        skill('one', { parents: ['root'] }),
        skill('two', { parents: ['root'] }),
        skill('root', actions('look')),
      ].map((each) => [each.manifest.name, each]),
    )
    const child = await composeFamily(all.get('child') ?? skill('none'), async (name) => all.get(name))
    expect(child && familyOf(child).map(({ manifest }) => manifest.name)).toEqual(['root', 'one', 'two', 'child'])
    expect(child && codeOf(child, 'look')).toBe('code of root')
  })

  it('is not composed without one of its members, with four levels, or in a circle', async () => {
    const line = [
      skill('a', { parents: ['b'] }),
      skill('b', { parents: ['c'] }),
      skill('c', { parents: ['d'] }),
      skill('d'),
      skill('self', { parents: ['self'] }),
      skill('orphan', { parents: ['gone'] }),
    ]
    const named = async (name: string) => line.find(({ manifest }) => manifest.name === name)
    const composed = await Promise.all(line.map((each) => composeFamily(each, named)))
    expect(composed.map((one) => one?.manifest.name)).toEqual([undefined, 'b', 'c', 'd', undefined, undefined])
  })
})

describe('for all families', () => {
  const someSkill = (name: string) =>
    fc
      .record({
        permissions: somePermissions,
        approved: somePermissions,
        tier: fc.constantFrom(...tiers),
        names: fc.subarray(['look', 'send', 'find']),
      })
      .map(({ names, ...fields }) => skill(name, { ...fields, ...actions(...names) }))
  const someFamily = fc
    .record({
      child: someSkill('child'),
      one: someSkill('one'),
      two: someSkill('two'),
      root: someSkill('root'),
      isDiamond: fc.boolean(),
    })
    .map(({ child, one, two, root, isDiamond }) => {
      const parents = [composeSkill(one, [root]), isDiamond ? composeSkill(two, [root]) : two]
      return { child, members: [child, one, two, root], composed: composeSkill(child, parents) }
    })

  it('no permission is granted that is not approved for the skill, and asked for and approved in its family', () => {
    fc.assert(
      fc.property(someFamily, ({ child, members, composed }) => {
        const releases = [composed, ...['look', 'send', 'find'].map((action) => releaseOfAction(composed, action))]
        const granted = union(members.map(({ manifest, approved }) => keep(manifest.permissions, listed(approved))))
        for (const { approved, manifest } of releases) {
          expect(within(approved, child.approved)).toBe(true)
          expect(within(approved, granted)).toBe(true)
          expect(within(approved, manifest.permissions)).toBe(true)
        }
      }),
    )
  })

  it('the tier is the lowest of the family, also of inherited actions', () => {
    fc.assert(
      fc.property(someFamily, ({ members, composed }) => {
        const lowest = tiers.findLast((tier) => members.some((one) => one.tier === tier))
        expect(composed.tier).toBe(lowest)
        for (const action of ['look', 'send', 'find']) expect(releaseOfAction(composed, action).tier).toBe(lowest)
      }),
    )
  })
})
