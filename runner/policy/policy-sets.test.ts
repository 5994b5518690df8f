import { expect, it } from 'vitest'
import { nothing } from './effective-permissions.ts'
import { askedOf, both, grantedIn, isPersonal, ofProfile, union } from './policy-sets.ts'

it('lists every permission, and methods only with a host', () => {
  const permissions = {
    ...nothing,
    network: { egress: ['a.example.com'], methods: ['GET' as const] },
    secrets: ['A_KEY'],
    llm: true,
  }
  const listed = (given: typeof permissions) => grantedIn(given).map(({ permission, item }) => `${permission} ${item}`)
  const others = ['secrets A_KEY', 'llm ']
  expect(listed(permissions).toSorted()).toEqual(
    ['network.egress a.example.com', 'network.methods GET', ...others].toSorted(),
  )
  const withoutHost = { ...permissions, network: { ...permissions.network, egress: [] } }
  expect(listed(withoutHost).toSorted()).toEqual(others.toSorted())
})

it('joins permissions: what any has', () => {
  const [one, other] = [
    { ...nothing, secrets: ['A', 'B'], llm: true },
    { ...nothing, secrets: ['B', 'C'], exec: ['git'] },
  ]
  expect(union([one, other])).toEqual({ ...nothing, secrets: ['A', 'B', 'C'], exec: ['git'], llm: true })
  expect(union([])).toEqual(nothing)
})

it('lets callers share no answer of a skill that remembers for its caller or leaves messages', () => {
  const network = { egress: ['a.example.com'], methods: ['GET' as const] }
  expect(isPersonal({ ...nothing, network, secrets: ['A'], llm: true })).toBe(false)
  for (const more of [{ memory: true }, { storage: true }, { messages: true }])
    expect(isPersonal({ ...nothing, network, ...more })).toBe(true)
})

it('restricts hosts and keys to those of a profile, and nothing else', () => {
  const some = ofProfile({ hosts: ['a.example.com'], keys: ['A'], limits: {} })
  const kinds = ['network.egress', 'secrets', 'signing.jwt', 'signing.hmac', 'exec'] as const
  const allowed = (item: string, set = some) => kinds.filter((kind) => set(kind, item))
  expect(allowed('a.example.com')).toEqual(['network.egress', 'exec'])
  expect(allowed('A')).toEqual(['secrets', 'signing.jwt', 'signing.hmac', 'exec'])
  expect(allowed('A', ofProfile(undefined))).toEqual(kinds)
})

it('contains in both sets only what each has', () => {
  const [yes, no] = [() => true, () => false]
  const sets = [both(yes, yes), both(yes, no), both(no, yes), both(no, no)]
  expect(sets.map((set) => set('llm', ''))).toEqual([true, false, false, false])
})

it.each([
  [{ permission: 'llm', item: '' }, 'llm'],
  [{ permission: 'secrets', item: 'A_KEY' }, 'secrets A_KEY'],
  [{ permission: 'call', item: 'b.example.com is not declared' }, 'b.example.com is not declared'],
  [{ permission: 'call', item: '' }, ''],
] as const)('%j is %s', (asked, text) => {
  expect(askedOf(asked)).toBe(text)
})
