import fc from 'fast-check'
import { NextRequest } from 'next/server.js'
import { expect, it } from 'vitest'
import { mistakeOfAuthRequest } from './next-auth-route.ts'

const json = { 'content-type': 'application/json; charset=utf-8' }
const fieldOf = (path: string, body?: string, headers: Record<string, string> = json) => {
  const mistake = mistakeOfAuthRequest(new NextRequest(`http://localhost:3000/api/auth/${path}`, { headers }), body)
  return mistake && Object.keys(mistake.error.details ?? {})[0]
}

it.each([
  ['session', '', 'body'],
  ['session', 'hunter2', 'body'],
  ['signin?callbackUrl=%25', undefined, 'callbackUrl'],
  ['csrf?callbackUrl=http://[', undefined, 'callbackUrl'],
  ['csrf?callbackUrl=//[', undefined, 'callbackUrl'],
  ['csrf?callbackUrl=javascript:alert(1)', undefined, 'callbackUrl'],
  ['error?error=%00', undefined, 'error'],
  ['error?error=a%0d%0ab', undefined, 'error'],
  ['signin?callbackUrl=/a&callbackUrl=http://[', undefined, 'callbackUrl'],
  ['signin?callbackUrl=http://[&callbackUrl=/a', undefined, 'callbackUrl'],
  ['error?error=OAuthCallback&error=%00', undefined, 'error'],
  ['signout', '{"callbackUrl":5}', 'callbackUrl'],
  ['signout', '{"callbackUrl":{"a":1}}', 'callbackUrl'],
  ['callback/password', '{"csrfToken":{"a":1}}', 'csrfToken'],
  ['callback/password', '{"email":"a","password":["b"]}', 'password'],
  ['signout', '{"another":5}', 'body'],
  ['signout', 'null', 'body'],
  ['signout', '[]', 'body'],
  ['signout', '"callbackUrl"', 'body'],
])('rejects bad input: %s %s', (path, body, field) => {
  expect(fieldOf(path, body)).toBe(field)
})

it('says of a body that is no object what it must be', () => {
  const request = new NextRequest('http://localhost:3000/api/auth/signout', { headers: json })
  expect(mistakeOfAuthRequest(request, '[]')).toMatchObject({ error: { details: { body: 'must be a JSON object' } } })
})

it.each([
  ['session', '{"csrfToken":"a"}'],
  ['signout', '{"csrfToken":"a","callbackUrl":"/","json":true}'],
  ['signin?callbackUrl=/account&callbackUrl=/b', undefined],
  ['signin?callbackUrl=/account', undefined],
  ['signin?callbackUrl=', undefined],
  ['signin?callbackUrl=https://other.example/', undefined],
  ['error?error=OAuthCallback', undefined],
])('passes other input to next-auth: %s %s', (path, body) => {
  expect(fieldOf(path, body)).toBeUndefined()
})

it('does not parse a form as JSON', () => {
  expect(fieldOf('signout', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).toBeUndefined()
})

const cookieField = (cookie: string) => fieldOf('csrf', undefined, { cookie })

it.each([
  'next-auth.callback-url=javascript:x',
  'next-auth.callback-url=http%3A%2F%2F%5B',
  'a=b; __Secure-next-auth.callback-url=x',
  'next-auth.callback-url',
  'next-auth.callback-url="x"',
  'next-auth.callback-url=/a;next-auth.callback-url=x',
])('rejects a cookie that next-auth cannot read: %s', (cookie) => {
  expect(cookieField(cookie)).toBe('cookie')
})

it.each([
  'next-auth.callback-url=http%3A%2F%2Flocalhost%3A3000%2Faccount',
  'next-auth.callback-url=/account',
  'next-auth.callback-url=',
  'next-auth.callback-url=%',
  'next-auth.csrf-token=x',
  'other=javascript:x',
])('accepts a cookie that next-auth can read or Next drops: %s', (cookie) => {
  expect(cookieField(cookie)).toBeUndefined()
})

it('never passes next-auth a callback URL that it rejects, in any parameter or cookie', () => {
  const part = fc.constantFrom('/', 'http:', 'javascript:', '[', '%', ';', '=', '&', 'a', '"', ' ', 'callbackUrl=')
  const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''))
  const cookieNames = ['next-auth.callback-url', '__Secure-next-auth.callback-url']
  const parameter = fc.tuple(fc.constantFrom('callbackUrl', 'error', 'other'), text)
  const cookie = fc.tuple(fc.constantFrom(...cookieNames, 'other'), text)
  const joined = (pairs: readonly (readonly [string, string])[], by: string) =>
    pairs.map(([name, value]) => `${name}=${value}`).join(by)
  fc.assert(
    fc.property(fc.array(parameter, { maxLength: 3 }), fc.array(cookie, { maxLength: 2 }), (query, cookies) => {
      const url = `http://localhost:3000/api/auth/csrf?${joined(query, '&')}`
      const request = new NextRequest(url, { headers: { cookie: joined(cookies, '; ') } })
      if (mistakeOfAuthRequest(request) !== undefined) return
      const stored = cookieNames.map((name) => request.cookies.get(name)?.value)
      for (const address of [...request.nextUrl.searchParams.getAll('callbackUrl'), ...stored]) {
        if (!address) continue
        const { protocol } = new URL(address, address.startsWith('/') ? 'http://localhost:3000' : undefined)
        expect(['http:', 'https:']).toContain(protocol)
      }
    }),
    { numRuns: 1000 },
  )
})
