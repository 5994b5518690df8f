import { expect, it } from 'vitest'
import { signInErrorOf } from './sign-in-error.ts'

it.each([
  [undefined, undefined],
  ['', undefined],
  [['a', 'b'], undefined],
  ['CredentialsSignin', { problem: 'wrongSignIn' }],
  ['CONFLICT', { problem: 'emailTakenAtProvider' }],
  ['RATE_LIMITED', { code: 'RATE_LIMITED' }],
  ['OAuthCallback', { problem: 'providerFailed' }],
  ['toString', { problem: 'providerFailed' }],
  ['<script>', { problem: 'providerFailed' }],
])('signInErrorOf maps ?error=%s to %o', (error, found) => {
  expect(signInErrorOf(error)).toEqual(found)
})
