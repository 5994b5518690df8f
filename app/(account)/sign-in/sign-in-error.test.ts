import { expect, it } from 'vitest'
import { sentenceOfSignInError } from './sign-in-error.ts'

it.each([
  [undefined, undefined],
  ['', undefined],
  [['a', 'b'], undefined],
  ['CredentialsSignin', 'Wrong email or password. Check both and try again.'],
  ['RATE_LIMITED', 'Too many requests. Try again in a moment.'],
  ['OAuthCallback', 'Sign-in at the provider failed. Try again.'],
  ['toString', 'Sign-in at the provider failed. Try again.'],
  ['<script>', 'Sign-in at the provider failed. Try again.'],
])('?error=%s reads %s', (error, sentence) => {
  expect(sentenceOfSignInError(error)).toBe(sentence)
})
