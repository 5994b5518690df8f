import { expect, test } from 'vitest'
import { principalFrom, publicPrincipal } from '#runner/contract/principal.ts'
import { commandLine, contextOf } from './context.ts'
import { principalOf, unattendedPrincipalOf } from './principal.ts'

const user = { id: 'user_0123456789abcdefghijkl', isGuest: false } as const

test.each([
  ['a person', principalOf({ ...user, role: 'traveler' }), user.id],
  ['an operator', principalOf({ ...user, role: 'operator' }), user.id],
  ['a guest', principalOf({ ...user, role: 'traveler', isGuest: true }), 'address 192.0.2.1'],
  ['a request without a session', publicPrincipal, 'address 192.0.2.1'],
  ['an agent key', principalFrom('public', { id: 'agent_a', role: 'agent' }), 'agent_a'],
  ['a profile', principalFrom('dm-approved', { id: 'prof_a', role: 'agent' }), 'prof_a'],
  ['a schedule', unattendedPrincipalOf(user.id), user.id],
  ['a command', commandLine.principal, 'main'],
])('the limits of %s count under its own key', (_, principal, limitKey) => {
  expect(contextOf(principal, '192.0.2.1')).toEqual({ principal, limitKey })
})

test('without an address, the limits of a guest count under its id', () => {
  expect(contextOf(publicPrincipal).limitKey).toBe('public')
})
