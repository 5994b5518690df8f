import { describe, expect, it } from 'vitest'
import { createPlaceholders, type Outgoing, type SecretValue } from './credentials.ts'

const placeholders = createPlaceholders(['KEY', 'OTHER'], (secret) => `__secret_${secret}_0__`)
const { KEY: key = '', OTHER: other = '' } = placeholders.byName
const { swap, isIn } = placeholders
const requestOf = (request: Partial<Outgoing>): Outgoing => ({
  url: new URL('https://api.example.com/'),
  headers: [],
  body: undefined,
  ...request,
})
const given = (secret: string): SecretValue => ({ kind: 'value', value: `"${secret} é"` })

describe('a request', () => {
  it('without a placeholder of its session stays as it is, whatever looks like one', () => {
    const body = Buffer.from('no placeholder')
    const result = swap(requestOf({ body }), given)
    expect(result.kind === 'swapped' && result.request.body).toBe(body)
    const none = createPlaceholders([], (secret) => secret)
    for (const { swap, isIn } of [none, placeholders]) {
      const headers = ['__secret_', '__secret_FOREIGN_0__', `Basic ${Buffer.from('__secret_X_0__').toString('base64')}`]
      const request = requestOf({
        url: new URL('https://api.example.com/__secret_?a=__secret_X_0__'),
        headers: headers.map((value) => ['x-a', value]),
        body: Buffer.from('__secret_X_0__'),
      })
      expect(swap(request, given)).toEqual({ kind: 'swapped', request })
      for (const value of headers) expect(isIn(value)).toBe(false)
    }
  })

  it('gets values in the form of its body, whatever headers stand before its type', () => {
    const headers = [
      ['accept', 'application/json'],
      ['content-type', 'text/plain'],
    ] as const
    const result = swap(requestOf({ headers, body: Buffer.from(`é ${key}`) }), given)
    expect(result.kind === 'swapped' && result.request.body?.toString()).toBe('é "KEY é"')
  })

  it('fails by its first placeholder that has no value or may not be sent', () => {
    const refused = { kind: 'blocked', cause: 'secret_host', reason: 'OTHER may not go there' } as const
    const values = (secret: string): SecretValue => (secret === 'KEY' ? { kind: 'unconfigured' } : refused)
    const body = Buffer.from(`${key} ${other}`)
    expect(swap(requestOf({ body }), values)).toEqual({ kind: 'unconfigured', secret: 'KEY' })
    expect(swap(requestOf({ headers: [['x-a', other]], body }), values)).toEqual(refused)
  })
})

it('holds a placeholder in a header value, also in Basic authentication', () => {
  const basic = Buffer.from(`user:${key}`).toString('base64')
  for (const value of [key, `Bearer ${other}`, `Basic ${basic}`, `basic  ${basic}`]) expect(isIn(value)).toBe(true)
  for (const value of ['', 'Basic', basic, `Bearer ${basic}`]) expect(isIn(value)).toBe(false)
})
