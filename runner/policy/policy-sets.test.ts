import { expect, it } from 'vitest'
import { nothing } from './effective-permissions.ts'
import { grantedIn } from './policy-sets.ts'

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
