import { describe, expect, it } from 'vitest'
import { createEnvironmentBroker, defaultCredentials } from './environment-broker.ts'

const values = {
  AMADEUS_API_KEY: 'key-value',
  AMADEUS_API_SECRET: '',
  OTHER_TOKEN: 'other-value',
  DATABASE_URL: 'postgresql://app',
}

describe('createEnvironmentBroker', () => {
  const broker = createEnvironmentBroker({ credentials: defaultCredentials, values })

  it('gives a value to the host that the operator names', () => {
    expect(broker.valueFor('AMADEUS_API_KEY', 'api.amadeus.com')).toBe('key-value')
    expect(broker.valueFor('AMADEUS_API_KEY', 'api.amadeus.com:443')).toBe('key-value')
  })

  it.each(['evil.example', 'amadeus.com', 'api.amadeus.com.evil.example', 'api.amadeus.com:8443', ''])(
    'gives nothing to %j',
    (host) => {
      expect(broker.valueFor('AMADEUS_API_KEY', host)).toBeUndefined()
    },
  )

  it.each(['DATABASE_URL', 'OTHER_TOKEN', 'PATH', 'constructor', '__proto__'])(
    'knows nothing of %s, which no credential names',
    (name) => {
      expect(broker.valueFor(name, 'api.amadeus.com')).toBeUndefined()
      expect(broker.fingerprint(name)).toBeUndefined()
    },
  )

  it('takes an empty value for none', () => {
    expect(broker.valueFor('AMADEUS_API_SECRET', 'api.amadeus.com')).toBeUndefined()
    expect(broker.fingerprint('AMADEUS_API_SECRET')).toBeUndefined()
  })

  it('fingerprints without telling the value, differently for another value', () => {
    const print = broker.fingerprint('AMADEUS_API_KEY')
    const other = createEnvironmentBroker({ credentials: defaultCredentials, values: { AMADEUS_API_KEY: 'key-valuf' } })
    expect(print).toMatch(/^[0-9a-f]{16}$/)
    expect(print).not.toBe(other.fingerprint('AMADEUS_API_KEY'))
  })

  it('replaces the default list by the operator’s', () => {
    const own = createEnvironmentBroker({ credentials: new Map([['OTHER_TOKEN', ['api.example.com']]]), values })
    expect(own.valueFor('OTHER_TOKEN', 'api.example.com')).toBe('other-value')
    expect(own.fingerprint('AMADEUS_API_KEY')).toBeUndefined()
  })
})
