import { expect, it } from 'vitest'
import { mistakeOfAuthRequest } from './check-auth-request.ts'

const json = { 'content-type': 'application/json; charset=utf-8' }
const fieldOf = (path: string, body?: string, headers: Record<string, string> = json) => {
  const mistake = mistakeOfAuthRequest(new Request(`http://localhost:3000/api/auth/${path}`, { headers }), body)
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
])('tells the sender of what is wrong: %s %s', (path, body, field) => {
  expect(fieldOf(path, body)).toBe(field)
})

it.each([
  ['session', '{"csrfToken":"a"}'],
  ['signin?callbackUrl=/account', undefined],
  ['signin?callbackUrl=', undefined],
  ['signin?callbackUrl=https://other.example/', undefined],
  ['error?error=OAuthCallback', undefined],
])('leaves the rest to next-auth: %s %s', (path, body) => {
  expect(fieldOf(path, body)).toBeUndefined()
})

it('reads a form as no JSON', () => {
  expect(fieldOf('signout', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })).toBeUndefined()
})
