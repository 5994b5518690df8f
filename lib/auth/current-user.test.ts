import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newId } from '#runner/contract/ids.ts'
import { createCurrentUser } from './current-user.ts'
import { principalOf } from './principal.ts'

const id = newId('user', randomBytes)
const signedInAs = (role: 'traveler' | 'operator', isGuest: boolean) => ({
  principal: principalOf({ id, role, isGuest }),
  userId: id,
  sessionId: newId('sess', randomBytes),
  email: null,
  name: null,
  isGuest,
})

describe('principalOf', () => {
  it.each([
    ['traveler', true, { role: 'guest', source: 'public', trust: 'network' }],
    ['traveler', false, { role: 'traveler', source: 'dm-approved', trust: 'write' }],
    ['operator', false, { role: 'operator', source: 'main', trust: 'full' }],
    ['operator', true, { role: 'operator', source: 'main', trust: 'full' }],
  ] as const)('a %s (guest: %s) gets the source and trust of their role', (role, isGuest, expected) => {
    expect(principalOf({ id, role, isGuest })).toEqual({ id, ...expected })
  })
})

describe('createCurrentUser', () => {
  it('returns null without a session', async () => {
    const user = createCurrentUser(async () => null)
    expect(await user.getCurrentUser()).toBeNull()
    expect(await user.requireUser()).toMatchObject({ ok: false, error: { code: 'UNAUTHENTICATED' } })
    expect(await user.requireOperator()).toMatchObject({ ok: false, error: { code: 'UNAUTHENTICATED' } })
  })

  it('returns the principal, and refuses a traveler where an operator is required', async () => {
    const user = createCurrentUser(async () => signedInAs('traveler', false))
    expect(await user.requireUser()).toMatchObject({ ok: true, value: { id } })
    expect(await user.requireOperator()).toMatchObject({ ok: false, error: { code: 'FORBIDDEN' } })
  })

  it('admits an operator', async () => {
    const user = createCurrentUser(async () => signedInAs('operator', false))
    expect(await user.requireOperator()).toMatchObject({ ok: true, value: { role: 'operator' } })
  })
})
