import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newId } from '#runner/contract/ids.ts'
import { principalOf } from './principal.ts'

const id = newId('user', randomBytes)

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
