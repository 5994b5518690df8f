import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createSecretIndex } from './secret-index.ts'
import { createSessionCredentials } from './session-credentials.ts'
import { brokerOf, grantOf } from './testing/engine-fixture.ts'

const broker = brokerOf({ API_KEY: { value: 'from-the-broker', hosts: ['api.example.com', 'undeclared.example'] } })

function credentialsOf(secretValues: Record<string, string> = {}) {
  return createSessionCredentials(
    { grant: grantOf(['api.example.com:443'], { secrets: ['API_KEY'] }), credentials: {}, secretValues },
    { broker, randomBytes, index: createSecretIndex() },
  )
}

describe('a session’s secret', () => {
  it('goes to a host that operator and grant both name', () => {
    expect(credentialsOf().valueFor('API_KEY', 'api.example.com')).toEqual({ kind: 'value', value: 'from-the-broker' })
  })

  it.each([
    ['the broker’s', {}],
    ['the execution’s own', { API_KEY: 'own' }],
  ])('never goes to a host that the grant does not name: %s value', (_, secretValues) => {
    const credentials = credentialsOf(secretValues)
    expect(credentials.valueFor('API_KEY', 'undeclared.example')).toMatchObject({ kind: 'blocked' })
    expect(credentials.idFor('undeclared.example')).toBeUndefined()
  })

  it('is told apart from another one by its id, which does not tell it', () => {
    const index = createSecretIndex()
    const id = index.idOf(['one', 'two'])
    expect(index.idOf(['one', 'two'])).toBe(id)
    expect(index.idOf(['onetwo'])).not.toBe(id)
    expect(id).not.toMatch(/one|two/)
  })
})
