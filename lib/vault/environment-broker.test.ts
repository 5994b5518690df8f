import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { publicPrincipal } from '#runner/contract/principal.ts'
import { createEnvironmentBroker } from './environment-broker.ts'

const amadeus = (value: string) => ({ hosts: ['api.amadeus.com'], value })

function bind(secrets: readonly string[], value = 'key-value') {
  const broker = createEnvironmentBroker(
    new Map([
      ['AMADEUS_API_KEY', amadeus(value)],
      ['AMADEUS_API_SECRET', amadeus('')],
    ]),
  )
  return broker.bind(publicPrincipal, secrets)
}

describe('createEnvironmentBroker', () => {
  it('gives a value with the hosts that the operator names', async () => {
    const bound = await bind(['AMADEUS_API_KEY'])
    expect([...bound.keys()]).toEqual(['AMADEUS_API_KEY'])
    expect(bound.get('AMADEUS_API_KEY')?.value()).toBe('key-value')
    expect(bound.get('AMADEUS_API_KEY')?.hosts).toEqual(['api.amadeus.com'])
  })

  it.each(['DATABASE_URL', 'OTHER_TOKEN', 'PATH', 'constructor', '__proto__'])(
    'knows nothing of %s, which no credential names',
    async (name) => {
      expect([...(await bind([name]))]).toEqual([])
    },
  )

  it('takes an empty value for none', async () => {
    expect([...(await bind(['AMADEUS_API_SECRET']))]).toEqual([])
  })

  it('has another version for another value, and shows the value to nothing that prints it', async () => {
    const [one, other] = [await bind(['AMADEUS_API_KEY']), await bind(['AMADEUS_API_KEY'], 'key-valuf')]
    expect(one.get('AMADEUS_API_KEY')?.version).not.toBe(other.get('AMADEUS_API_KEY')?.version)
    expect(inspect(one, { depth: 9, showHidden: true }) + JSON.stringify([...one])).not.toContain('key-value')
  })
})
