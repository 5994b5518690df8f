import { describe, expect, test } from 'vitest'
import { createTokens } from './token.ts'

function store() {
  let made = 0
  return createTokens((size) => new Uint8Array(size).fill(++made))
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields)
const right = form({ grant_type: 'client_credentials', client_id: 'sample', client_secret: 'sample' })

describe('the token endpoint', () => {
  test('issues a token for 1799 seconds', () => {
    const result = store().issue(right, 0)
    expect(result).toMatchObject({
      ok: true,
      token: {
        type: 'amadeusOAuth2Token',
        token_type: 'Bearer',
        client_id: 'sample',
        expires_in: 1799,
        state: 'approved',
        scope: '',
      },
    })
  })

  test.each([
    [
      'a wrong secret',
      { grant_type: 'client_credentials', client_id: 'sample', client_secret: 'other' },
      401,
      'invalid_client',
    ],
    [
      'an unknown client',
      { grant_type: 'client_credentials', client_id: 'x', client_secret: 'sample' },
      401,
      'invalid_client',
    ],
    ['no client', { grant_type: 'client_credentials' }, 401, 'invalid_client'],
    [
      'another grant type',
      { grant_type: 'password', client_id: 'sample', client_secret: 'sample' },
      400,
      'unsupported_grant_type',
    ],
    ['an empty form', {}, 400, 'invalid_request'],
  ])('refuses %s', (_, fields, status, error) => {
    expect(store().issue(form(fields), 0)).toEqual({
      ok: false,
      status,
      failure: { error, error_description: expect.any(String), code: 38187, title: 'Invalid parameters' },
    })
  })
})

describe('a token', () => {
  function issued() {
    const tokens = store()
    const result = tokens.issue(right, 0)
    if (!result.ok) throw new Error('the right credentials were refused')
    return { tokens, token: result.token.access_token }
  }

  test('authorizes until it expires, and then reports the expiry', () => {
    const { tokens, token } = issued()
    expect(tokens.refusalOf(`Bearer ${token}`, 1_798_999)).toBeUndefined()
    expect(tokens.refusalOf(`Bearer ${token}`, 1_799_000)).toMatchObject({ code: 38192 })
  })

  test.each([
    ['no header', undefined, 38191],
    ['an empty header', '', 38191],
    ['another scheme', 'Basic c2FtcGxlOnNhbXBsZQ==', 38191],
    ['no token', 'Bearer ', 38191],
    ['two tokens', 'Bearer a b', 38191],
    ['an unknown token', 'Bearer unknown', 38190],
    ['a token that says another expiry', `Bearer 9${issued().token}`, 38190],
  ])('is reported as missing or invalid with %s', (_, header, code) => {
    expect(issued().tokens.refusalOf(header, 0)).toMatchObject({ status: 401, code })
  })
})
