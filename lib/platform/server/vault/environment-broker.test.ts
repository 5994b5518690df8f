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
  it('returns a value with the hosts that the operator allows', async () => {
    const bound = await bind(['AMADEUS_API_KEY'])
    expect([...bound.keys()]).toEqual(['AMADEUS_API_KEY'])
    expect(bound.get('AMADEUS_API_KEY')?.value?.()).toBe('key-value')
    expect(bound.get('AMADEUS_API_KEY')?.hosts).toEqual(['api.amadeus.com'])
  })

  it.each(['DATABASE_URL', 'OTHER_TOKEN', 'PATH', 'constructor', '__proto__'])(
    'does not serve %s, which is not a credential',
    async (name) => {
      expect([...(await bind([name]))]).toEqual([])
    },
  )

  it('treats an empty value as unset', async () => {
    expect([...(await bind(['AMADEUS_API_SECRET']))]).toEqual([])
  })

  it('explains a missing value, and shows the entry to add to TRAVEL_CREDENTIALS, with the hosts of the skill', () => {
    const broker = createEnvironmentBroker(new Map([['KNOWN_KEY', amadeus('')]]), new Set(['OWN_KEY']))
    const why = (secret: string) => broker.whyMissing?.(secret, ['api.weather.test'])
    expect(why('OWN_KEY')).toBe(
      'OWN_KEY is set, but TRAVEL_CREDENTIALS does not name it: add {"OWN_KEY":["api.weather.test"]} to TRAVEL_CREDENTIALS',
    )
    expect(why('KNOWN_KEY')).toBe('KNOWN_KEY is not set: set it in the environment or in .env')
    expect(why('NO_KEY')).toBe(
      'NO_KEY is not set, and TRAVEL_CREDENTIALS does not name it: set it, and add {"NO_KEY":["api.weather.test"]} to TRAVEL_CREDENTIALS',
    )
  })

  it('gives each value a different version, and never prints the value', async () => {
    const [one, other] = [await bind(['AMADEUS_API_KEY']), await bind(['AMADEUS_API_KEY'], 'key-valuf')]
    expect(one.get('AMADEUS_API_KEY')?.version).not.toBe(other.get('AMADEUS_API_KEY')?.version)
    expect(inspect(one, { depth: 9, showHidden: true }) + JSON.stringify([...one])).not.toContain('key-value')
  })
})
