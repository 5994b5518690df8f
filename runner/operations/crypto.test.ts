import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HostOp } from '../contract/journal.ts'
import type { Json } from '../contract/skill-io.ts'
import type { SigningKey } from '../egress/session.ts'
import { nothing } from '../policy/effective-permissions.ts'
import { anyCharacter } from '../testing/any-character.ts'
import { sessionWithoutFetch } from './testing/session-without-fetch.ts'
import { testSeam } from './testing/test-seam.ts'

const secretValue = 'a-signing-secret-of-the-operator'
const keys: Readonly<Record<string, SigningKey>> = {
  KEY: { kind: 'value', value: secretValue },
  SHORT: { kind: 'value', value: 'hunter2' },
  BEARER: { kind: 'managed' },
  EMPTY: { kind: 'unconfigured' },
}
const nowS = 1_800_000_000
const names = [...Object.keys(keys), 'WITHHELD']

function openSeam({ secrets = names } = {}) {
  const granted = secrets.filter((name) => name !== 'WITHHELD')
  const session = sessionWithoutFetch([secretValue], {}, (name) => keys[name] ?? { kind: 'unknown' })
  const clock = { now: () => nowS * 1000, monotonic: () => 0 }
  const grant = { declared: { ...nothing, secrets } }
  return testSeam({ secrets: granted }, { grant, session, withheldSecrets: ['WITHHELD'], clock })
}

const jwtParts = (token: unknown) => {
  const [head = '', claims = '', signature] = String(token).split('.')
  const parsed = [head, claims].map((part): unknown => JSON.parse(Buffer.from(part, 'base64url').toString()))
  const signed = createHmac('sha256', secretValue).update(`${head}.${claims}`).digest('base64url')
  return { head: parsed[0], claims: parsed[1], isSigned: signature === signed }
}

test('digests and HMACs are those of any other library', async () => {
  const seam = openSeam()
  expect(await seam.call('crypto.digest', { algorithm: 'SHA-256', data: 'abc' }, 1)).toEqual({
    kind: 'value',
    value: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  })
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: anyCharacter }), async (data) => {
      const args = { secret: 'KEY', data, algorithm: 'SHA-512', encoding: 'base64' }
      const value = createHmac('sha512', secretValue).update(data).digest('base64')
      expect(await openSeam().call('crypto.hmac', args, 1)).toEqual({ kind: 'value', value })
    }),
    { numRuns: 20 },
  )
})

test('a token has its claims, a time of issue and an end, and is signed with the secret', async () => {
  const answer = await openSeam().call('crypto.jwt', { secret: 'KEY', claims: { iss: 'agent', n: [1] } }, 1)
  expect(jwtParts(answer.kind === 'value' && answer.value)).toEqual({
    head: { alg: 'HS256', typ: 'JWT' },
    claims: { iss: 'agent', n: [1], iat: nowS, exp: nowS + 300 },
    isSigned: true,
  })
  const longer = await openSeam().call('crypto.jwt', { secret: 'KEY', claims: { iat: 5, exp: nowS + 3600 } }, 1)
  expect(jwtParts(longer.kind === 'value' && longer.value).claims).toEqual({ iat: 5, exp: nowS + 3600 })
})

test.each([
  ['crypto.hmac', { secret: 'WITHHELD', data: 'a' }, 'CapabilityRevoked', 'The secret WITHHELD was withheld'],
  ['crypto.hmac', { secret: 'OTHER', data: 'a' }, 'RangeError', 'there is no secret "OTHER"'],
  ['crypto.hmac', { secret: 'BEARER', data: 'a' }, 'TypeError', 'the gateway adds BEARER to requests by itself'],
  ['crypto.hmac', { secret: 'SHORT', data: 'a' }, 'TypeError', 'SHORT has fewer than 16 characters'],
  ['crypto.hmac', { secret: 'KEY', data: 1 }, 'TypeError', 'crypto.hmac: data: must be text'],
  ['crypto.hmac', { secret: 'KEY', data: 'a', algorithm: 'MD5' }, 'TypeError', 'algorithm: must be one of "SHA-256"'],
  ['crypto.digest', { algorithm: 'sha256', data: 'a' }, 'TypeError', 'algorithm: must be one of'],
  ['crypto.jwt', { secret: 'KEY', claims: { exp: nowS + 3601 } }, 'TypeError', 'exp must be a time in seconds'],
  ['crypto.jwt', { secret: 'KEY', claims: { exp: 'never' } }, 'TypeError', 'exp must be a time in seconds'],
  [
    'crypto.jwt',
    { secret: 'KEY', claims: [], algorithm: 'none' },
    'TypeError',
    'crypto.jwt: claims: must be an object',
  ],
  ['crypto.jwt', { secret: 'KEY', claims: {}, algorithm: 'none' }, 'TypeError', 'must be one of "HS256"'],
] satisfies readonly (readonly [HostOp, Json, string, string])[])(
  '%s of %j rejects with a catchable error',
  async (op, args, name, message) => {
    const answer = await openSeam().call(op, args, 1)
    expect(answer).toEqual({ kind: 'rejected', name, message: expect.stringContaining(message) })
    expect(JSON.stringify(answer)).not.toContain('hunter2')
  },
)

test('a secret without a value ends the execution, and so does a profile without secrets', async () => {
  expect(await openSeam().call('crypto.hmac', { secret: 'EMPTY', data: 'a' }, 1)).toMatchObject({
    kind: 'end',
    code: 'NOT_CONFIGURED',
  })
  expect(await openSeam({ secrets: [] }).call('crypto.hmac', { secret: 'KEY', data: 'a' }, 1)).toMatchObject({
    kind: 'end',
    code: 'CAPABILITY_DENIED',
    cause: 'secrets',
  })
})

test('the use of a withheld secret is reported', async () => {
  const seam = openSeam()
  await seam.call('crypto.jwt', { secret: 'WITHHELD', claims: {} }, 1)
  expect(seam.denied()).toMatchObject([{ permission: 'secrets', item: 'WITHHELD' }])
})
