import { expect, test } from 'vitest'
import { compareCredential, compareProfile } from './compare-lines.ts'
import { CredentialLine, ProfileLine } from './export-lines.ts'
import { credentialLine, idOf, keyLine, profileLine } from './testing/lines.ts'

const at = '2026-11-20T00:00:00.000Z'
const credential = (more: object = {}) => CredentialLine.parse(credentialLine(more))
const profile = (more: object = {}) => ProfileLine.parse(profileLine(more))
const fresh = { line: undefined, holder: undefined, hasTombstone: false }
const changes = (verdict: ReturnType<typeof compareProfile>) => ('fields' in verdict ? verdict.fields : verdict.verdict)

test('a credential that is not here is new, and names its fields without its value', () => {
  expect(compareCredential(credential({ expires_at: '2030-01-01T01:00:00+01:00' }), undefined)).toEqual({
    verdict: 'new',
    fields: [
      { field: 'description', before: null, after: 'Reads' },
      { field: 'use', before: null, after: { kind: 'plain' } },
      { field: 'hosts', before: null, after: ['api.example.com'] },
      { field: 'value', before: null, after: true },
      { field: 'expires_at', before: null, after: '2030-01-01T00:00:00.000Z' },
    ],
  })
})

test('a credential is equal only with the same value and fields, and one that cannot be decrypted has another value', () => {
  expect(compareCredential(credential(), credential())).toEqual({ verdict: 'equal' })
  expect(compareCredential(credential({ value: null }), credential({ value: null }))).toEqual({ verdict: 'equal' })
  const other = { verdict: 'differs', fields: [{ field: 'value', before: true, after: true }] }
  expect(compareCredential(credential(), credential({ value: 'another-value' }))).toEqual(other)
  expect(compareCredential(credential(), { ...credential(), value: undefined })).toEqual(other)
  expect(compareCredential(credential(), credential({ value: null, hosts: ['b.test'] }))).toEqual({
    verdict: 'differs',
    fields: [
      { field: 'hosts', before: ['b.test'], after: ['api.example.com'] },
      { field: 'value', before: false, after: true },
    ],
  })
})

test.each([
  ['description', 'Other', 'A test'],
  ['described_by_operator', false, true],
  ['hosts', ['b.test'], []],
  ['limits', { timeout_s: 5 }, {}],
  ['locked_at', '2026-11-19T00:00:00.000Z', at],
  ['expires_at', '2030-01-01T00:00:00.000Z', null],
  ['revoked_at', null, at],
] as const)(
  'a profile with another %s differs in it alone, with what is here and in the file',
  (field, before, after) => {
    const line = profile({ [field]: after })
    expect(compareProfile(line, { ...fresh, line: profile({ [field]: before }) })).toEqual({
      verdict: 'differs',
      fields: [{ field, before, after }],
    })
  },
)

test('a profile differs in its keys and scripts, but not in when a key was added, its version or its creation', () => {
  const here = profile({
    version: 7,
    created_at: '2026-11-01T00:00:00Z',
    keys: [keyLine({ added_at: '2026-11-02T00:00:00Z' })],
  })
  expect(compareProfile(profile(), { ...fresh, line: here, holder: here.id })).toEqual({ verdict: 'equal' })
  const keys = [keyLine({ is_approved: false, places: ['query'] })]
  const [keysChange, scripts] = [profile({ keys }), profile({ scripts: { language: 'javascript' } })]
  expect(changes(compareProfile(keysChange, { ...fresh, line: profile() }))).toMatchObject([
    { field: 'keys', before: [{ is_approved: true }], after: [{ is_approved: false, places: ['query'] }] },
  ])
  expect(changes(compareProfile(scripts, { ...fresh, line: profile() }))).toMatchObject([{ field: 'scripts' }])
})

test('a profile is new only if neither it nor its token is here or has a tombstone', () => {
  const other = { verdict: 'blocked', reason: 'other_token' }
  const revoked = { verdict: 'blocked', reason: 'revoked_here' }
  expect(compareProfile(profile(), fresh).verdict).toBe('new')
  expect(compareProfile(profile(), { ...fresh, holder: idOf('prof', '1') })).toEqual(other)
  expect(compareProfile(profile(), { ...fresh, line: null })).toEqual(other)
  expect(compareProfile(profile(), { ...fresh, line: profile({ token: idOf('ark', '1') }) })).toEqual(other)
  expect(compareProfile(profile(), { ...fresh, hasTombstone: true })).toEqual(revoked)
  expect(compareProfile(profile({ revoked_at: at }), { ...fresh, hasTombstone: true })).toEqual(revoked)
})

test('a profile that is revoked here is blocked unless the file has it revoked too', () => {
  const here = { ...fresh, line: profile({ revoked_at: at }), hasTombstone: true }
  const revoked = { verdict: 'blocked', reason: 'revoked_here' }
  expect(compareProfile(profile(), here)).toEqual(revoked)
  expect(compareProfile(profile(), { ...here, hasTombstone: false })).toEqual(revoked)
  expect(compareProfile(profile({ revoked_at: at }), here)).toEqual({ verdict: 'equal' })
  expect(compareProfile(profile({ revoked_at: at }), { ...fresh, line: profile() }).verdict).toBe('differs')
})
