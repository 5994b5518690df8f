import { expect, test } from 'vitest'
import { ProfileChange } from '#lib/agents/model/console-profile.ts'
import { NewCredential } from './credential-schema.ts'

test('a time that the database cannot store is refused, also where only its offset moves it beyond', () => {
  const credential = { name: 'A_KEY', use: { kind: 'plain' }, hosts: ['api.example.com'] }
  for (const [expires_at, isTaken] of [
    ['0000-01-01T00:00:00Z', false],
    ['0001-01-01T00:00:00+00:01', false],
    ['0001-01-01T00:00:00Z', true],
    ['0000-12-31T23:59:00-00:01', true],
    ['9999-12-31T23:59:59.999Z', true],
    ['9999-12-31T23:59:59.999-00:01', false],
  ] as const) {
    expect(NewCredential.safeParse({ ...credential, expires_at }).success, expires_at).toBe(isTaken)
    expect(ProfileChange.safeParse({ expires_at }).success, expires_at).toBe(isTaken)
  }
})
