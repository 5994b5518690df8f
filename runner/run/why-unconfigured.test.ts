import { expect, test } from 'vitest'
import type { BoundCredentials, WithheldCredential } from '../contract/bound-credentials.ts'
import type { CredentialBroker } from '../core/ports.ts'
import { boundOf, grantOf } from '../egress/testing/engine-fixture.ts'
import { whyUnconfigured, withoutValue } from './cure-of.ts'

const hosts = ['api.weather.test', 'login.weather.test']
const { permissions } = grantOf(hosts, { secrets: ['SET_KEY', 'PLAIN_KEY', 'CLIENT_ID'] })
const login = {
  kind: 'oauth2_client_credentials' as const,
  host: 'login.weather.test',
  token_path: '/token',
  client_id: 'CLIENT_ID',
  client_secret: 'SET_KEY',
}
const credentials = boundOf({ SET_KEY: { value: 'set', hosts } })
const broker: CredentialBroker = {
  bind: async () => new Map(),
  whyMissing: (secret, on) => `${secret} on ${on.join(' and ')}`,
}

test('names the hosts of each missing secret: the host of its credential, or all declared hosts', () => {
  expect(whyUnconfigured(broker, { uses: { login }, permissions, credentials })).toBe(
    'PLAIN_KEY on api.weather.test and login.weather.test; CLIENT_ID on login.weather.test',
  )
})

test('returns undefined if no secret is missing or the broker gives no reason', () => {
  const { permissions: none } = grantOf(hosts)
  expect(whyUnconfigured(broker, { uses: {}, permissions: none, credentials })).toBeUndefined()
  expect(whyUnconfigured({ bind: broker.bind }, { uses: {}, permissions, credentials })).toBeUndefined()
})

test('a value that must not be used now is missing, with its reason, and any other value is not', () => {
  const expired: WithheldCredential = { version: 'withheld', why: 'CLIENT_ID is expired', hosts }
  const some: BoundCredentials = new Map([...credentials.entries(), ['CLIENT_ID', expired]])
  expect(Object.keys(withoutValue(permissions, some))).toEqual(['PLAIN_KEY', 'CLIENT_ID'])
  expect(whyUnconfigured(undefined, { uses: {}, permissions, credentials: some })).toBe('CLIENT_ID is expired')
})
