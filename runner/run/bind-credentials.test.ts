import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { credentialsId } from '../contract/bound-credentials.ts'
import { principalFrom, publicPrincipal } from '../contract/principal.ts'
import type { CredentialBroker } from '../core/ports.ts'
import { boundOf, brokerOf, grantOf } from '../egress/testing/engine-fixture.ts'
import { bindCredentials } from './bind-credentials.ts'

const grant = grantOf(['api.example.com', 'other.example.com'], { secrets: ['API_KEY', 'MISSING'] })
const broker = brokerOf({
  API_KEY: { value: 'of the broker', hosts: ['api.example.com'] },
  UNDECLARED: { value: 'never granted', hosts: ['api.example.com'] },
})
const bind = (own: Record<string, string> = {}, from: CredentialBroker | undefined = broker) =>
  bindCredentials(from, { principal: publicPrincipal, grant, own })

describe('the credentials of an execution', () => {
  it('come from the broker, for granted names only', async () => {
    const bound = await bind()
    expect([...bound.keys()]).toEqual(['API_KEY'])
    expect(bound.get('API_KEY')?.value?.()).toBe('of the broker')
    expect(bound.get('API_KEY')).not.toMatchObject({ isCallers: true })
  })

  it('are the caller’s own values if given, and those may be sent to every granted host', async () => {
    const bound = await bind({ API_KEY: 'its own', MISSING: 'now set', UNDECLARED: 'not granted' })
    for (const one of bound.values()) expect(one).toMatchObject({ isCallers: true })
    expect(Array.from(bound, ([name, { value, hosts }]) => [name, value?.(), hosts])).toEqual([
      ['API_KEY', 'its own', ['api.example.com', 'other.example.com']],
      ['MISSING', 'now set', ['api.example.com', 'other.example.com']],
    ])
  })

  it('are absent for an empty caller value, even if the broker has a value', async () => {
    expect([...(await bind({ API_KEY: '' }))]).toEqual([])
  })

  it('are absent without a broker, and for unknown names, even if Object.prototype has them', async () => {
    expect([...(await bindCredentials(undefined, { principal: publicPrincipal, grant, own: {} }))]).toEqual([])
    const odd = grantOf(['api.example.com'], { secrets: ['constructor', 'toString'] })
    expect([...(await bindCredentials(broker, { principal: publicPrincipal, grant: odd, own: {} }))]).toEqual([])
  })

  it('are those of the requesting principal', async () => {
    const each: CredentialBroker = {
      bind: async ({ id }, secrets) =>
        new Map(secrets.flatMap((name) => [...boundOf({ [name]: { value: `${name} of ${id}`, hosts: [] } })])),
    }
    const values = ['a', 'b'].map(async (id) => {
      const principal = principalFrom('main', { id, role: 'agent' })
      return (await bindCredentials(each, { principal, grant, own: {} })).get('API_KEY')?.value?.()
    })
    expect(await Promise.all(values)).toEqual(['API_KEY of a', 'API_KEY of b'])
  })

  it('are the ones that a rule gives its agent, for the named secrets of this skill alone', async () => {
    const asked: unknown[] = []
    const listening: CredentialBroker = {
      bind: async (_, secrets, own) => {
        asked.push([secrets, own])
        return new Map()
      },
    }
    const bound = (more: object, own = {}) =>
      bindCredentials(listening, { principal: publicPrincipal, grant, own, ...more })
    const rule = { own_secrets: ['API_KEY', 'UNDECLARED'] }
    await bound({ skill: 'probe', rule })
    await bound({ skill: 'probe', rule: {} })
    await bound({ skill: 'probe' })
    await bound({ rule })
    await bound({ skill: 'probe', rule }, { API_KEY: 'its own' })
    const hosts = ['api.example.com', 'other.example.com']
    expect(asked).toEqual([
      [['API_KEY', 'MISSING'], { skill: 'probe', names: ['API_KEY'], hosts }],
      ...Array(3).fill([['API_KEY', 'MISSING'], undefined]),
      [['MISSING'], undefined],
    ])
    await bound({}, { API_KEY: 'its own', MISSING: 'now set' })
    expect(asked).toHaveLength(5)
  })

  it('have equal ids exactly if every secret has the same value', async () => {
    const secrets = ['A', 'B', 'C']
    const values = fc.dictionary(fc.constantFrom(...secrets), fc.constantFrom('', 'x', 'y', 'x\0y'))
    const idOf = async (own: Record<string, string>) =>
      credentialsId(secrets, await bindCredentials(undefined, { principal: publicPrincipal, grant: all, own }))
    const all = grantOf(['api.example.com'], { secrets })
    const known = (own: Record<string, string>) => JSON.stringify(secrets.map((name) => own[name] || null))
    await fc.assert(
      fc.asyncProperty(values, values, async (one, other) => {
        expect((await idOf(one)) === (await idOf(other))).toBe(known(one) === known(other))
      }),
    )
  })
})
