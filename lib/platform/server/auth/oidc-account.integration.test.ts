import { expect, it } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import { commandLine } from './context.ts'
import { admitOidcIdentity, OidcIdentity, signInWithOidc } from './oidc-account.ts'
import { checkSession } from './sessions.ts'
import { browserWith, createTestAuth } from './testing.ts'

const identity = {
  issuer: 'https://id.example',
  subject: 'person-1',
  email: 'ana@example.com',
  emailVerified: true,
  name: 'Ana',
}
const client = { key: '198.51.100.7', userAgent: null }
const anonymous = browserWith()

it('an identity creates a user at its first sign-in, and later signs in to the same user', async () => {
  await using database = await createTestDatabase()
  const { ports } = createTestAuth(database.client).auth
  const admitted = await Promise.all([
    admitOidcIdentity(ports, identity, null),
    admitOidcIdentity(ports, identity, null),
  ])
  expect(admitted.every(({ ok }) => ok)).toBe(true)
  expect(await database.client.user.findMany()).toMatchObject([
    { email: 'ana@example.com', name: 'Ana', isGuest: false },
  ])
  const first = await signInWithOidc(ports, identity, client, undefined)
  expect(await admitOidcIdentity(ports, { ...identity, email: 'new@example.com' }, null)).toMatchObject({ ok: true })
  const second = await signInWithOidc(ports, identity, client, undefined)
  if (!first.ok || !second.ok) throw new Error('not signed in')
  expect(second.value.userId).toBe(first.value.userId)
  expect(await checkSession(ports, second.value)).toMatchObject({ principal: { role: 'traveler' } })
})

it('an identity never signs in to an account with the same email', async () => {
  await using database = await createTestDatabase()
  const { auth } = createTestAuth(database.client)
  await auth.signUp({ email: 'ana@example.com', password: 'quiet harbour lights' }, anonymous)
  for (const emailVerified of [true, false]) {
    const outcome = await admitOidcIdentity(auth.ports, { ...identity, emailVerified }, null)
    expect(outcome).toMatchObject({ ok: false, error: { code: 'CONFLICT' } })
  }
  expect(await database.client.account.count()).toBe(0)
  expect(await signInWithOidc(auth.ports, identity, client, undefined)).toMatchObject({
    error: { code: 'UNAUTHENTICATED' },
  })
})

it('of two people with one address at once, one has the account, and a failure of the database is none of theirs', async () => {
  await using database = await createTestDatabase()
  const { ports } = createTestAuth(database.client).auth
  const admitted = await Promise.all(
    ['one', 'two', 'three', 'four'].map((subject) => admitOidcIdentity(ports, { ...identity, subject }, null)),
  )
  expect(admitted.filter(({ ok }) => ok)).toHaveLength(1)
  expect(admitted.find(({ ok }) => !ok)).toMatchObject({ error: { code: 'CONFLICT' } })
  const failing = { ...ports, audit: { record: () => Promise.reject(new Error('no room')) } }
  const other = { ...identity, subject: 'five', email: undefined }
  await expect(admitOidcIdentity(failing, other, null)).rejects.toThrow('no room')
})

it('the same subject at another issuer is another person', async () => {
  await using database = await createTestDatabase()
  const { ports } = createTestAuth(database.client).auth
  await admitOidcIdentity(ports, identity, null)
  await admitOidcIdentity(ports, { ...identity, issuer: 'https://other.example', email: 'b@example.com' }, null)
  expect(await database.client.user.count()).toBe(2)
})

it('does not store an unverified email, so its owner can still sign up', async () => {
  await using database = await createTestDatabase()
  const { auth } = createTestAuth(database.client)
  await admitOidcIdentity(auth.ports, { ...identity, emailVerified: false }, null)
  expect(await database.client.user.findFirstOrThrow()).toMatchObject({ email: null })
  const owner = await auth.signUp({ email: 'ana@example.com', password: 'quiet harbour lights' }, anonymous)
  expect(owner.ok).toBe(true)
})

it('a guest who signs in with a new identity keeps their user id', async () => {
  await using database = await createTestDatabase()
  const { auth } = createTestAuth(database.client)
  const begun = await auth.beginGuest(anonymous)
  if (!begun.ok) throw new Error('no guest')
  const guest = await auth.readSession(browserWith(begun.value.cookie))
  await admitOidcIdentity(auth.ports, identity, guest)
  expect(await database.client.user.findMany()).toMatchObject([{ id: guest?.userId, isGuest: false }])
  // Another request of the same guest comes too late.
  const other = { issuer: identity.issuer, subject: 'person-2', emailVerified: false, name: '' }
  expect(await admitOidcIdentity(auth.ports, other, guest)).toMatchObject({ error: { code: 'CONFLICT' } })
  await admitOidcIdentity(auth.ports, other, null)
  expect(await database.client.user.findMany({ where: { id: { not: guest?.userId ?? '' } } })).toMatchObject([
    { name: null },
  ])
  const rows = await database.client.auditEvent.findMany({
    where: { action: 'user.signed_up' },
    orderBy: { seq: 'asc' },
  })
  expect(rows.map(({ detail }) => detail)).toMatchObject([{ was_guest: true }, { was_guest: false }])
})

it.each([' Ana@Example.COM\n', '\u00a0ANA@example.com', 'ana@example.com\u200b'])(
  'an address written as %j is the same one at sign-up, sign-in, reset and the provider',
  async (written) => {
    await using database = await createTestDatabase()
    const { auth } = createTestAuth(database.client)
    const password = 'quiet harbour lights'
    expect(await auth.signUp({ email: written, password }, anonymous)).toMatchObject({ ok: true })
    expect(await auth.signUp({ email: 'ana@example.com', password }, anonymous)).toMatchObject({
      error: { code: 'CONFLICT' },
    })
    expect(await auth.signIn({ email: 'ana@example.com', password }, anonymous)).toMatchObject({ ok: true })
    expect(await auth.signIn({ email: written, password }, anonymous)).toMatchObject({ ok: true })
    expect(await auth.makeResetToken(commandLine, { email: written })).toBeDefined()
    const provided = OidcIdentity.parse({ ...identity, email: written })
    expect(await admitOidcIdentity(auth.ports, provided, null)).toMatchObject({ error: { code: 'CONFLICT' } })
    expect(await database.client.user.findMany()).toMatchObject([{ email: 'ana@example.com' }])
  },
)

it.each(['ana', 'an\u00e1@example.com', 'an\u0130@example.com', '', 5])(
  'an identity whose address the app cannot use (%j) has an account without one',
  async (email) => {
    await using database = await createTestDatabase()
    const { ports } = createTestAuth(database.client).auth
    expect(await admitOidcIdentity(ports, OidcIdentity.parse({ ...identity, email }), null)).toMatchObject({ ok: true })
    expect(await database.client.user.findMany()).toMatchObject([{ email: null }])
  },
)
