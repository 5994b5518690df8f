import { describe, expect, it } from 'vitest'
import { createEnvironmentBroker } from './environment-broker.ts'

const amadeus = (value: string) => ({ hosts: ['api.amadeus.com'], value })

describe('createEnvironmentBroker', () => {
  const broker = createEnvironmentBroker(
    new Map([
      ['AMADEUS_API_KEY', amadeus('key-value')],
      ['AMADEUS_API_SECRET', amadeus('')],
    ]),
  )

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
    const other = createEnvironmentBroker(new Map([['AMADEUS_API_KEY', amadeus('key-valuf')]]))
    expect(print).toMatch(/^[0-9a-f]{16}$/)
    expect(print).not.toBe(other.fingerprint('AMADEUS_API_KEY'))
  })
})
