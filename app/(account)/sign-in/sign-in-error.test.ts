import { expect, it } from 'vitest'
import { sentenceOfSignInError } from './sign-in-error.ts'

it.each([
  [undefined, undefined],
  ['', undefined],
  [['a', 'b'], undefined],
  ['CredentialsSignin', 'Email and password do not belong together. Check both.'],
  ['RATE_LIMITED', 'Too many requests. Try again in a moment.'],
  ['OAuthCallback', 'Signing in at the provider did not work. Try again.'],
  ['toString', 'Signing in at the provider did not work. Try again.'],
  ['<script>', 'Signing in at the provider did not work. Try again.'],
])('?error=%s reads %s', (error, sentence) => {
  expect(sentenceOfSignInError(error)).toBe(sentence)
})
