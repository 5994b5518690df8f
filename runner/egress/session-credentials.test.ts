import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newPlaceholder } from './credentials.ts'
import { createSecretIndex } from './secret-index.ts'
import { createSessionCredentials } from './session-credentials.ts'
import { boundOf, grantOf } from './testing/engine-fixture.ts'

const hosts = ['api.example.com', 'undeclared.example']

function credentialsOf(value = 'from-the-broker', alsoHidden: readonly string[] = []) {
  return createSessionCredentials(
    {
      grant: grantOf(['api.example.com:443'], { secrets: ['API_KEY'] }),
      credentials: boundOf({ API_KEY: { value, hosts } }),
      uses: {},
      alsoHidden,
    },
    { placeholderOf: (secret) => newPlaceholder(secret, randomBytes), index: createSecretIndex() },
  )
}

describe('a session’s secret', () => {
  it('may be sent to a host that both the operator and the grant name', () => {
    expect(credentialsOf().valueFor('API_KEY', 'api.example.com', 'header')).toEqual({
      kind: 'value',
      value: 'from-the-broker',
    })
  })

  it('is never sent to a host that the grant does not name', () => {
    const credentials = credentialsOf()
    expect(credentials.valueFor('API_KEY', 'undeclared.example', 'header')).toMatchObject({ kind: 'blocked' })
    expect(credentials.idFor('undeclared.example')).toBeUndefined()
  })

  it.each([
    ['a granted value', 'from-the-broker'],
    ['a value that the caller gave without a grant', 'given-all-the-same'],
  ])('is hidden outside the runner: %s', (_, value) => {
    const { text } = credentialsOf(undefined, ['given-all-the-same']).redactor({ short: true })
    expect(text(`a ${value} b`)).toBe(`a [REDACTED...${value.slice(-4)}] b`)
  })

  it('that the session obtains later is hidden from then on', () => {
    const credentials = credentialsOf()
    expect(credentials.redactor({ short: true }).text('a token-of-today b')).toBe('a token-of-today b')
    credentials.hide('token-of-today')
    expect(credentials.redactor({ short: true }).text('a token-of-today b')).toBe('a [REDACTED...oday] b')
  })

  it('under eight characters is hidden, except for sample upstreams', () => {
    const credentials = credentialsOf('sample')
    expect(credentials.redactor({ short: false }).text('sample data')).toBe('sample data')
    expect(credentials.redactor({ short: true }).text('sample data')).toBe('[REDACTED] data')
  })

  it('has an id that distinguishes it without revealing it', () => {
    const index = createSecretIndex()
    const id = index.idOf(['one', 'two'])
    expect(index.idOf(['one', 'two'])).toBe(id)
    expect(index.idOf(['onetwo'])).not.toBe(id)
    expect(id).not.toMatch(/one|two/)
  })
})
