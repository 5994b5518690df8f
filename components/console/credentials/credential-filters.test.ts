import { expect, test } from 'vitest'
import type { ConsoleCredential } from '#lib/console/model/console-credential.ts'
import { makeCredential } from '../testing/make-credential.ts'
import { filterCredentials, moreOf, usesOf } from './credential-filters.ts'

const now = new Date('2026-11-22T10:00:00Z')
const credential = (name: string, more: Partial<ConsoleCredential> = {}) => makeCredential({ name, ...more })
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
const any = { show: 'all', expires: null } as const

test.each([
  [{}, ['BASE_URL', 'EXPIRED_KEY', 'REPORTS_KEY']],
  [{ show: 'settings' }, ['BASE_URL']],
  [{ show: 'secrets' }, ['EXPIRED_KEY', 'REPORTS_KEY']],
  [{ expires: 'past' }, ['EXPIRED_KEY']],
  [{ expires: 'soon' }, ['REPORTS_KEY']],
  [{ expires: 'never' }, ['BASE_URL']],
  [{ expires: 'soon', show: 'settings' }, []],
] as const)('the filters %o show the credentials %j', (chosen, names) => {
  expect(filterCredentials(credentials, { ...any, ...chosen }, now).map(({ name }) => name)).toEqual(names)
})

test('says how many use a credential, and of more than are counted, that there are more', () => {
  const profiles = [{ id: 'prof_1', description: 'Monthly reports', state: 'locked' as const }]
  const few = credential('A', { profiles, profiles_total: 1, skills: ['hotel-search'] })
  expect([usesOf(few), moreOf(few)]).toEqual(['1 profile and 1 skill', ''])
  const many = credential('B', { profiles, profiles_total: 101 })
  expect([usesOf(many), moreOf(many)]).toEqual(['more than 100 profiles', 'and more'])
})
