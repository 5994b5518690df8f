import { expect, test } from 'vitest'
import { strengthOf } from './passphrase-strength.ts'

test.each([
  ['shorty', 'short'],
  ['aaaaaaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['123456789012', 'weak'],
  ['password password password', 'weak'],
  ['password1234', 'weak'],
  ['four words make fairly', 'fair'],
  ['correct horse battery staple lantern orbit', 'strong'],
  ['x7Kq9vR2mT4wZ8bN6', 'strong'],
])('%s is %s', (passphrase, strength) => {
  expect(strengthOf(passphrase)).toBe(strength)
})
