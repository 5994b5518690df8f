import { describe, expect, test } from 'vitest'
import type { CredentialUse } from '#lib/platform/model/credential-schema.ts'
import {
  type CredentialFormValues,
  changeOf,
  credentialOf,
  emptyCredential,
  fieldOf,
  hostsOf,
  valuesOf,
} from './credential-form.ts'

const form: CredentialFormValues = { ...emptyCredential, name: 'REPORTS_API_KEY', hosts: 'api.example.com' }

describe('the form of a credential', () => {
  const uses: readonly CredentialUse[] = [
    { kind: 'bearer' },
    { kind: 'plain' },
    { kind: 'basic', username: 'reader' },
    { kind: 'header', header: 'X-Api-Key' },
    { kind: 'query', parameter: 'key' },
    { kind: 'oauth2', token_host: 'auth.example.com', token_path: '/oauth2/token', client_id: 'client' },
  ]
  test.each(uses)('round-trips a stored $kind credential', (use) => {
    const stored = {
      name: 'REPORTS_API_KEY',
      description: 'Reads reports',
      use,
      hosts: ['api.example.com', 'b.example.com:8443'],
      expires_at: '2027-01-31T23:59:59.000Z',
      updated_at: '2026-11-20T10:00:00.000Z',
    }
    const { name: _, ...change } = stored
    expect(changeOf(valuesOf(stored, 'Pacific/Auckland'), stored, 'Pacific/Auckland')).toEqual(change)
  })

  test('expires at the end of the chosen day in the zone', () => {
    expect(credentialOf({ ...form, expires: '2027-01-31' }, 'Pacific/Auckland')).toMatchObject({
      expires_at: '2027-01-31T10:59:59.000Z',
    })
  })

  test('omits an empty value, so that the stored value remains', () => {
    expect(credentialOf(form, 'UTC')).not.toHaveProperty('value')
    expect(credentialOf({ ...form, value: 'typed' }, 'UTC')).toMatchObject({ value: 'typed' })
  })

  test('sends no hosts for a setting, whose value scripts read themselves', () => {
    expect(credentialOf({ ...form, kind: 'setting' }, 'UTC')).toMatchObject({ use: { kind: 'setting' }, hosts: [] })
  })

  test.each([
    ['', []],
    [' A.example.com,\nb.example.com ; c.example.com', ['a.example.com', 'b.example.com', 'c.example.com']],
  ])('reads the hosts in %j', (text, hosts) => {
    expect(hostsOf(text)).toEqual(hosts)
  })

  test.each([
    ['hosts.0', 'hosts'],
    ['use.username', 'username'],
    ['use.token_path', 'token_url'],
    ['expires_at', 'expires'],
    ['name', 'name'],
    ['something else', 'value'],
  ])('shows a problem at the path %s in the field %s', (path, field) => {
    expect(fieldOf(path)).toBe(field)
  })
})
