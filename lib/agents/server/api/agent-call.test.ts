import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkAgentCall } from './agent-call.ts'

const token = `ark_${'a'.repeat(22)}`
const other = `ark_${'b'.repeat(22)}`
const call = (authorization: string | undefined, auth: 'by-id' | 'strict') =>
  checkAgentCall(new Headers(authorization === undefined ? {} : { authorization }), token, auth).ok

test.each([
  [undefined, true, false],
  [`Bearer ${token}`, true, true],
  [`bearer  ${token}`, true, true],
  [`Bearer ${other}`, false, false],
  [token, false, false],
  ['', false, false],
  [`Basic ${token}`, false, false],
  [`Bearer ${token}x`, false, false],
])('whether the Authorization header %j is accepted: %s if optional, %s if required', (header, byId, strict) => {
  expect(call(header, 'by-id')).toBe(byId)
  expect(call(header, 'strict')).toBe(strict)
})

test.each([
  ['another profile', `Bearer ${other}`, /does not name the profile of this call/],
  ['an agent key', `Bearer agk_${'a'.repeat(22)}`, /This is an agent key, .* Scripts need the id of a profile, ark_/],
  ['no bearer token', `Basic ${token}`, /is not valid: send "Authorization: Bearer ark_/],
])('says what is wrong with %s in the header', (_, authorization, message) => {
  const refused = checkAgentCall(new Headers({ authorization }), token, 'by-id')
  expect(refused).toMatchObject({ error: { code: 'UNAUTHENTICATED', message: expect.stringMatching(message) } })
})

test('rejects every bearer token except the id of the profile', () => {
  const change = fc.record({ at: fc.nat(token.length - 1), text: fc.constantFrom('', 'b', 'A', 'aa', '%61', ' ') })
  const near = change.map(({ at, text }) => token.slice(0, at) + text + token.slice(at + 1))
  const base64 = fc.string().map((text) => Buffer.from(text).toString('base64'))
  fc.assert(
    fc.property(fc.oneof(near, base64), (given) => {
      fc.pre(given !== token)
      expect(call(`Bearer ${given}`, 'by-id')).toBe(false)
    }),
  )
})
