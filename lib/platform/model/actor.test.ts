import fc from 'fast-check'
import { expect, test } from 'vitest'
import { principalFrom, publicPrincipal, sources } from '#runner/contract/principal.ts'
import { Actor, actorOf, actorText, readActor } from './actor.ts'

const user = 'user_0123456789abcdefghijkl'

test.each([
  ['an operator', principalFrom('main', { id: user, role: 'operator' }), `operator:${user}`],
  ['a traveler', principalFrom('dm-approved', { id: user, role: 'traveler' }), `person:${user}`],
  ['a guest', principalFrom('public', { id: user, role: 'guest' }), `guest:${user}`],
  ['work for an absent person', principalFrom('public', { id: user, role: 'schedule' }), `schedule:${user}`],
  ['an agent key', principalFrom('main', { id: 'agent_a', role: 'agent' }), 'agent_key:agent_a'],
  ['a profile', principalFrom('dm-approved', { id: 'prof_a', role: 'agent' }), 'profile:prof_a'],
  ['a command', principalFrom('main', { id: 'main', role: 'operator' }), 'command'],
  ['a command that serves a client', principalFrom('public', { id: 'main', role: 'agent' }), 'command'],
  ['code of the app', principalFrom('main', { id: 'executor:main', role: 'agent' }), 'app'],
  ['code for a stranger', principalFrom('public', { id: 'executor:public', role: 'guest' }), 'anonymous'],
  [
    'an id that only begins like that of a command',
    principalFrom('public', { id: 'main_x', role: 'guest' }),
    'anonymous',
  ],
  ['a request without a session', publicPrincipal, 'anonymous'],
])('%s is an actor of its own kind', (_, principal, text) => {
  expect(actorText(actorOf(principal))).toBe(text)
})

test('a stored principal without a role is the actor of its source', () => {
  const kindOf = (source: (typeof sources)[number]) => actorOf({ id: user, source }).kind
  expect(sources.map(kindOf)).toEqual(['operator', 'person', 'guest', 'guest', 'guest'])
})

test('reads every stored actor as it was written', () => {
  const id = fc.string({ minLength: 1 })
  const withId = fc.constantFrom('person', 'guest', 'operator', 'schedule', 'agent_key', 'profile')
  const withoutId = fc.constantFrom('command', 'app', 'anonymous')
  const actors = fc.oneof(fc.record({ kind: withId, id }), fc.record({ kind: withoutId }))
  fc.assert(
    fc.property(actors, (given) => {
      const actor = Actor.parse(given)
      expect(readActor({ actor: actorText(actor), source: 'public' })).toEqual(actor)
    }),
  )
})

test('reads rows of earlier versions: the source tells the kind of a user, and other rows name nobody', () => {
  expect(readActor({ actor: user, source: 'main' })).toEqual({ kind: 'operator', id: user })
  expect(readActor({ actor: user, source: 'unheard-of' })).toEqual({ kind: 'guest', id: user })
  for (const actor of [null, '', 'nonsense', 'command:x', 'person:', 'person']) {
    expect(readActor({ actor, source: 'main' })).toBeNull()
  }
})
