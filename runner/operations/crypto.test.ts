import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HostOp } from '../contract/journal.ts'
import type { Permissions } from '../contract/manifest.ts'
import type { Json } from '../contract/skill-io.ts'
import type { SigningKey } from '../egress/session.ts'
import { nothing } from '../policy/effective-permissions.ts'
import { testLimits } from '../runtimes/testing/conformance/harness.ts'
import { anyCharacter } from '../testing/any-character.ts'
import { sessionWithoutFetch } from './testing/session-without-fetch.ts'
import { testSeam } from './testing/test-seam.ts'

const secretValue = 'a-signing-secret-of-the-operator'
const keys: Readonly<Record<string, SigningKey>> = {
  KEY: { kind: 'value', value: secretValue },
  SHORT: { kind: 'value', value: 'hunter2' },
  BEARER: { kind: 'managed' },
  EMPTY: { kind: 'unconfigured' },
  // No operator has approved a signature with it.
  UNAPPROVED: { kind: 'unapproved' },
}
const nowS = 1_800_000_000
const names = [...Object.keys(keys), 'WITHHELD']

/** `signing`: what the manifest declares. `approved`: the part of it that is granted. */
type Signing = Permissions['signing']
type Seam = { readonly secrets?: string[]; readonly signing?: Signing; readonly approved?: Signing }
function openSeam({ secrets = names, signing = { jwt: secrets, hmac: secrets }, approved = signing }: Seam = {}) {
  const granted = secrets.filter((name) => name !== 'WITHHELD')
  const session = sessionWithoutFetch([secretValue], {}, (name) => keys[name] ?? { kind: 'unknown' })
  const clock = { now: () => nowS * 1000, monotonic: () => 0 }
  const limits = { ...testLimits, hostCalls: 200 }
  const grant = { declared: { ...nothing, secrets, signing }, limits }
  return testSeam({ secrets: granted, signing: approved }, { grant, session, withheldSecrets: ['WITHHELD'], clock })
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
  [
    'crypto.hmac',
    { secret: 'UNAPPROVED', data: 'a' },
    'CapabilityRevoked',
    'ask an operator to approve signatures (HMAC) for UNAPPROVED',
  ],
  [
    'crypto.jwt',
    { secret: 'UNAPPROVED', claims: {} },
    'CapabilityRevoked',
    'ask an operator to approve tokens (JWT) for UNAPPROVED',
  ],
  ['crypto.jwt', { secret: 'KEY', claims: { a: 'x'.repeat(3500) } }, 'TypeError', 'more than 3500 characters'],
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
    cause: 'signing.hmac',
  })
})

test.each([
  ['crypto.jwt', 'hmac', { secret: 'KEY', claims: {} }],
  ['crypto.hmac', 'jwt', { secret: 'KEY', data: 'a' }],
] as const)('%s is denied for a secret that is approved for %s only', async (op, other, args) => {
  const declared = { jwt: ['KEY', 'SHORT'], hmac: ['KEY', 'SHORT'] }
  const seam = openSeam({ signing: declared, approved: { jwt: [], hmac: [], [other]: ['KEY'] } })
  expect(await seam.call(op, args, 1)).toMatchObject({
    kind: 'rejected',
    name: 'CapabilityRevoked',
    message: expect.stringContaining('ask an operator to approve'),
  })
  const kind = op === 'crypto.jwt' ? 'jwt' : 'hmac'
  expect(seam.denied()).toMatchObject([{ permission: `signing.${kind}`, item: 'KEY' }])
  const undeclared = openSeam({ signing: { jwt: ['SHORT'], hmac: ['SHORT'] } })
  expect(await undeclared.call(op, args, 1)).toMatchObject({ kind: 'rejected', name: 'RangeError' })
})

const header = '{"alg":"HS256","typ":"JWT"}'
const claims = Buffer.from('{"exp":9999999999}').toString('base64url')
test.each([
  ['a token', Buffer.from(header).toString('base64url')],
  ['a token in Base64', Buffer.from(header).toString('base64')],
  ['a token with blanks', ` ${Buffer.from(` { ${header.slice(1)}`).toString('base64url')}`],
  ['a token with signs that readers skip', Buffer.from(header).toString('base64url').replace('J', 'J!\n')],
  ['a token in UTF-16', Buffer.from(header, 'utf16le').toString('base64url')],
  ['a token in UTF-16 with a mark', Buffer.from(`\uFEFF${header}`, 'utf16le').swap16().toString('base64url')],
  ['a token in UTF-8 with a mark', Buffer.from(`\uFEFF${header}`).toString('base64url')],
  ['a token whose header has no field before its algorithm', Buffer.from('{}').toString('base64url')],
])('crypto.hmac does not sign %s, which would have no end', async (_, head) => {
  const answer = await openSeam().call('crypto.hmac', { secret: 'KEY', data: `${head}.${claims}` }, 1)
  expect(answer).toMatchObject({ kind: 'rejected', message: expect.stringContaining('make tokens with crypto.jwt') })
})

test('crypto.hmac signs what providers ask for: hosts, times with bodies, URLs, dotted names', async () => {
  for (const data of [
    'example.com',
    '1492774577.{"a":1}',
    'GET\n/a.b?c=d',
    'v0:1.5:{}',
    'exam.ple',
    'eyes.only',
    '{"a":1.5}',
  ]) {
    expect(await openSeam().call('crypto.hmac', { secret: 'KEY', data }, 1)).toMatchObject({ kind: 'value' })
  }
})

test('an execution makes 100 signatures of each kind at most', async () => {
  const seam = openSeam()
  const calls = Array.from({ length: 101 }, (_, at) => seam.call('crypto.hmac', { secret: 'KEY', data: `a${at}` }, 1))
  const kinds = (await Promise.all(calls)).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'value')).toHaveLength(100)
  expect(kinds.at(-1)).toBe('rejected')
})

test('the use of a withheld secret is reported', async () => {
  const seam = openSeam()
  await seam.call('crypto.jwt', { secret: 'WITHHELD', claims: {} }, 1)
  expect(seam.denied()).toMatchObject([{ permission: 'secrets', item: 'WITHHELD' }])
})

test.each([
  ['crypto.hmac', 'hex', (bytes: Buffer) => bytes.toString('hex')],
  ['crypto.hmac', 'Base64', (bytes: Buffer) => bytes.toString('base64')],
  ['crypto.jwt', 'Base64url', (bytes: Buffer) => `header.claims.${bytes.toString('base64url')}`],
] as const)('a resumed execution hides the signature that %s gave to an earlier leg in %s', (op, _, write) => {
  const bytes = createHmac('sha256', secretValue).update('a').digest()
  const hidden: string[] = []
  const session = { ...sessionWithoutFetch([]), hideMade: (forms: readonly string[]) => void hidden.push(...forms) }
  const entry = {
    seq: 0,
    op,
    args: {},
    result: { kind: 'value', value: write(bytes) },
    fuel_left: 1,
    duration_ms: 1,
  } as const
  const writer = { write: async () => {}, writeAll: async () => {}, idle: async () => {} }
  testSeam({}, { session, durable: { writer, past: [entry], known: 1 } })
  expect(hidden).toEqual(expect.arrayContaining([bytes.toString('hex'), bytes.toString('base64url')]))
})
