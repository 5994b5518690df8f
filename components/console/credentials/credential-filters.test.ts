import { expect, test } from 'vitest'
import type { ConsoleCredential } from '#lib/console/model/console-credential.ts'
import { type CredentialFilters, filterCredentials, noUser, usersOf } from './credential-filters.ts'

const now = new Date('2026-11-22T10:00:00Z')
const credential = (name: string, more: Partial<ConsoleCredential> = {}): ConsoleCredential => ({
  name,
  description: '',
  use: { kind: 'bearer' },
  hosts: ['api.example.com'],
  value_exists: true,
  expires_at: null,
  last_used_at: null,
  updated_at: '2026-11-20T10:00:00.000Z',
  profiles: [],
  profiles_total: 0,
  skills: [],
  ...more,
})
const credentials = [
  credential('BASE_URL', { use: { kind: 'setting' }, hosts: [] }),
  credential('EXPIRED_KEY', { expires_at: '2026-11-01T00:00:00Z', skills: ['hotel-search'] }),
  credential('REPORTS_KEY', {
    expires_at: '2026-12-05T00:00:00Z',
    hosts: ['reports.example.com'],
    profiles: [{ id: 'prof_1', description: 'Monthly reports', state: 'locked' }],
    profiles_total: 1,
  }),
]
const any: CredentialFilters = { show: 'all', used: null, expires: null, text: '' }

test.each([
  [{}, ['BASE_URL', 'EXPIRED_KEY', 'REPORTS_KEY']],
  [{ show: 'settings' }, ['BASE_URL']],
  [{ show: 'secrets' }, ['EXPIRED_KEY', 'REPORTS_KEY']],
  [{ used: noUser }, ['BASE_URL']],
  [{ used: 'prof_1' }, ['REPORTS_KEY']],
  [{ used: 'hotel-search' }, ['EXPIRED_KEY']],
  [{ expires: 'past' }, ['EXPIRED_KEY']],
  [{ expires: 'soon' }, ['REPORTS_KEY']],
  [{ expires: 'never' }, ['BASE_URL']],
  [{ text: ' MONTHLY ' }, ['REPORTS_KEY']],
  [{ expires: 'soon', used: 'hotel-search' }, []],
] as const)('the filters %o show the credentials %j', (chosen, names) => {
  expect(filterCredentials(credentials, { ...any, ...chosen }, now).map(({ name }) => name)).toEqual(names)
})

test('lists each profile and skill once, even if it uses several credentials', () => {
  expect(usersOf([...credentials, ...credentials]).map(([value]) => value)).toEqual([noUser, 'prof_1', 'hotel-search'])
})
