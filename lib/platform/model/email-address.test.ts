import fc from 'fast-check'
import { expect, it } from 'vitest'
import { EmailAddress, emailOf } from './email-address.ts'

it.each([
  ' Ana@Example.COM ',
  '\tana@example.com\r\n',
  '\u00a0ana@example.com\u3000',
  '\ufeffana@example.com',
  'ana\u200b@example\u2060.com',
])('%j is one address', (text) => {
  expect(emailOf(text)).toBe('ana@example.com')
})

it.each(['', ' ', 'ana', 'ana@example', 'ana@exa mple.com', 'ana@example.com, ben@example.com', 5, undefined, null])(
  '%j is none',
  (given) => {
    expect(emailOf(given)).toBeUndefined()
  },
)

it.each(['\u212a', '\u017f', '\u0130', '\u0131', '\ufb01', '\uff41', '\u00df', '\u1e9e', 'é', 'e\u0301'])(
  'an address with %j, which other rules of case or form make another letter, is none',
  (letter) => {
    expect(emailOf(`an${letter}@example.com`)).toBeUndefined()
    expect(emailOf(`ana@ex${letter}mple.com`)).toBeUndefined()
  },
)

it('is the same again, in any case, and with anything around it that nobody sees', () => {
  const around = fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\u00a0', '\u200b', '\ufeff'), maxLength: 5 })
  fc.assert(
    fc.property(fc.emailAddress(), around, around, (address, before, after) => {
      const known = emailOf(address)
      fc.pre(known !== undefined)
      expect(EmailAddress.parse(known)).toBe(known)
      expect(emailOf(before + address.toUpperCase() + after)).toBe(known)
      // As the database compares: it refuses an address that its own lower() changes.
      expect(known).toMatch(/^[\x21-\x40\x5b-\x7e]+$/)
    }),
  )
})
