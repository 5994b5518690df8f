import { SignJWT } from 'jose'
import { expect, it } from 'vitest'
import type { DatabaseClient } from '../db/client.ts'
import { createTestDatabase } from '../db/testing.ts'
import { createOriginCheck } from '../http/origin.ts'
import type { Refused } from '../http/outcome.ts'
import { got } from '../http/testing/got.ts'
import { loggerOf, nextAuthOptions, readClaims } from './next-auth-options.ts'
import { browserWith, createTestAuth } from './testing.ts'

const checkOrigin = createOriginCheck({ publicUrl: undefined })

/** What next-auth calls once its CSRF token is right, which it gives to any program. */
async function becomeGuest(stated: Record<string, string>) {
  await using database = await createTestDatabase()
  const { auth } = createTestAuth(database.client)
  let refusal: Refused | undefined
  const options = nextAuthOptions(auth, new Headers({ host: 'localhost:3000', ...stated }), {
    checkOrigin,
    refused: (reason) => {
      refusal = reason
    },
  })
  const provider = options.providers.find(({ id }) => id === 'guest')
  if (provider?.type !== 'credentials') throw new Error('There is no provider for guests')
  const request = { body: {}, query: {}, headers: {}, method: 'POST' }
  const user = await Promise.resolve(provider.authorize({}, request)).catch(() => null)
  const { client: db } = database
  const counts = { guests: await db.user.count(), sessions: await db.session.count() }
  return { isIn: user !== null, reason: refusal?.error.reason, ...counts }
}

it.each([
  ['a program that states no origin', {}],
  ['another site', { origin: 'https://evil.example' }],
  ['another site, as the browser says', { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }],
  ['a sibling on this site', { 'sec-fetch-site': 'same-site' }],
  ['a sandboxed page', { origin: 'null' }],
  ['a page whose name was rebound to this machine', { origin: 'http://evil.example', host: 'evil.example' }],
])('starts no guest session for %s', async (_, stated) => {
  expect(await becomeGuest(stated)).toEqual({ isIn: false, reason: 'foreign_origin', guests: 0, sessions: 0 })
})

it('starts a guest session for a page of the app', async () => {
  const origin = 'http://localhost:3000'
  expect(await becomeGuest({ origin })).toEqual({ isIn: true, reason: undefined, guests: 1, sessions: 1 })
})

/** The claims of a person, from a provider whose discovery document names `discovered` and whose token names `iss`. */
async function claimsFrom(configured: string, discovered: string, iss = discovered) {
  const id_token = await new SignJWT({ email: 'ann@example.com' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(iss)
    .setSubject('ann')
    .sign(new Uint8Array(32))
  const client = { issuer: { metadata: { issuer: discovered } }, userinfo: async () => ({}) }
  return readClaims({ issuer: configured }, { tokens: { id_token }, client })
}

const issuer = 'https://id.example.com/tenant'

it('believes the configured issuer, whichever side writes a slash at the end', async () => {
  for (const [configured, discovered] of [
    [issuer, issuer],
    [issuer, `${issuer}/`],
    [`${issuer}/`, issuer],
  ] as const) {
    expect(await claimsFrom(configured, discovered)).toMatchObject({ sub: 'ann' })
  }
})

it.each([
  ['https://evil.example', undefined],
  ['https://id.example.com', undefined],
  [`${issuer}2`, undefined],
  ['http://id.example.com/tenant', undefined],
  ['https://id.example.com/{tenantid}', 'https://id.example.com/other'],
  [issuer, 'https://evil.example'],
])('believes nobody whose discovery document names the issuer %s and whose token names %s', async (discovered, iss) => {
  const named = iss === undefined || discovered !== issuer ? discovered : iss
  await expect(claimsFrom(issuer, discovered, iss)).rejects.toThrow(
    `names the issuer ${named}, but OIDC_ISSUER is ${issuer}`,
  )
})

it('asks for what the id token leaves out, and believes it only about the same person', async () => {
  const idToken = (claims: object) =>
    `e30.${Buffer.from(JSON.stringify({ iss: issuer, sub: 'ann', ...claims })).toString('base64url')}.`
  const read = (
    claims: object,
    info: object,
    access_token: string | undefined,
    userinfo_endpoint: string | undefined,
  ) =>
    readClaims(
      { issuer },
      {
        tokens: { id_token: idToken(claims), access_token },
        client: { issuer: { metadata: { issuer, userinfo_endpoint } }, userinfo: async () => info },
      },
    )
  const mail = { email: 'ann@example.com' }
  expect(await read({ name: 'Ann' }, { sub: 'ann', name: 'X', ...mail }, 'token', 'there')).toMatchObject({
    name: 'Ann',
    ...mail,
  })
  for (const asked of [
    read({}, { sub: 'eve', ...mail }, 'token', 'there'),
    read({}, { sub: 'ann', ...mail }, undefined, 'there'),
    read({}, { sub: 'ann', ...mail }, 'token', undefined),
  ]) {
    expect(await asked).not.toHaveProperty('email')
  }
  expect(await read(mail, { sub: 'ann', email: 'eve@example.com' }, 'token', 'there')).toMatchObject(mail)
})

const oidc = { issuer: `${issuer}/`, clientId: 'travel', clientSecret: 'client-secret', name: 'Id', hosts: [] }
const account = { provider: 'oidc', type: 'oauth', providerAccountId: 'ann' } as const
const ann = { sub: 'ann', email: 'ann@example.com', email_verified: true, name: 'Ann' }

/** What next-auth does with these options, in a browser with these headers. */
function answering(db: DatabaseClient, headers = browserWith()) {
  const { auth } = createTestAuth(db)
  const refusals: Refused[] = []
  const options = nextAuthOptions({ ...auth, settings: { ...auth.settings, oidc } }, headers, {
    checkOrigin,
    refused: (refusal) => refusals.push(refusal),
  })
  const { signIn, jwt, session, redirect } = options.callbacks ?? {}
  if (!signIn || !jwt || !session || !redirect) throw new Error('There is no callback')
  const user = { id: 'ann' }
  return {
    ...{ auth, options, refusals, redirect },
    admits: (profile: object, by: Parameters<typeof signIn>[0]['account'] = account) =>
      signIn({ user, account: by, profile }),
    token: (profile: object) => jwt({ token: {}, user, account, profile, trigger: 'signIn' }),
    kept: (token: object) => jwt({ token: { ...token }, user, account: null }),
    session: (token: object) =>
      session({
        session: Object({ expires: 'then' }),
        token: { ...token },
        user: Object(user),
        newSession: {},
        trigger: 'update',
      }),
    async withPassword(credentials: Record<string, string> | undefined) {
      const provider = options.providers.find(({ id }) => id === 'password')
      if (provider?.type !== 'credentials') throw new Error('There is no provider for passwords')
      return provider.authorize(credentials, { body: {}, query: {}, headers: {}, method: 'POST' })
    },
  }
}

it('an identity of the provider signs in until its session ends, and no other identity does', async () => {
  await using database = await createTestDatabase()
  const { client: db } = database
  const own = answering(db)
  expect(own.options.providers.map(({ id }) => id)).toEqual(['password', 'guest', 'oidc'])
  for (const profile of [{}, { sub: '' }, { ...ann, sub: 'a\0b' }, { ...ann, name: '\ud800' }]) {
    expect(await own.admits(profile)).toBe(false)
    await expect(own.token(profile)).rejects.toThrow('without a subject')
  }
  await expect(own.token(ann)).rejects.toThrow('UNAUTHENTICATED')
  expect(await own.admits(ann)).toBe(true)
  expect(await db.account.findMany()).toMatchObject([{ provider: issuer, providerAccountId: 'ann' }])
  expect(await own.admits({ ...ann, sub: 'eve' })).toBe('/sign-in?error=CONFLICT')
  expect(await own.admits({}, null)).toBe(true)
  expect(await own.admits({}, { ...account, provider: 'password' })).toBe(true)
  const token = await own.token(ann)
  expect(await own.kept(token)).toEqual(token)
  expect(await own.session(token)).toMatchObject({ expires: 'then', user: { email: ann.email, role: 'traveler' } })
  await own.options.events?.signOut?.({ token: {}, session: Object({}) })
  expect(await own.session(token)).toMatchObject({ expires: 'then' })
  await own.options.events?.signOut?.({ token, session: Object({}) })
  await expect(own.kept(token)).rejects.toThrow('The session has ended')
  await expect(own.session(token)).rejects.toThrow('The session has ended')
})

it('a guest who comes back from the provider keeps their user', async () => {
  await using database = await createTestDatabase()
  const { auth } = createTestAuth(database.client)
  const { cookie, principal } = got(await auth.beginGuest(browserWith()))
  expect(await answering(database.client, browserWith(cookie)).admits({ ...ann, auth_time: 1 })).toBe(true)
  expect(await database.client.user.findMany()).toMatchObject([{ id: principal.id, isGuest: false }])
})

it('a wrong password is no sign-in, and another refusal is an error with its code', async () => {
  await using database = await createTestDatabase()
  const own = answering(database.client)
  const form = { email: 'ann@example.com', password: 'quiet harbour lights' }
  got(await own.auth.signUp(form, browserWith()))
  const user = await own.withPassword(form)
  expect(user).toMatchObject({ id: expect.stringMatching(/^user_/), sessionId: expect.stringMatching(/^sess_/) })
  const token = await own.options.callbacks?.jwt?.({
    token: {},
    user: Object(user),
    account: { ...account, provider: 'password' },
  })
  expect(await own.session(token ?? {})).toMatchObject({ user: { email: form.email } })
  expect(await own.withPassword({ ...form, password: 'another harbour' })).toBeNull()
  expect(await own.withPassword(undefined)).toBeNull()
  await database.client.user.updateMany({ data: { disabledAt: new Date() } })
  await expect(own.withPassword(form)).rejects.toThrow('FORBIDDEN')
  expect(own.refusals.map(({ error }) => error.code)).toEqual(['UNAUTHENTICATED', 'INVALID_INPUT', 'FORBIDDEN'])
  const baseUrl = 'http://localhost:3000'
  for (const [url, target] of [
    [`${baseUrl}/trips?a=1`, '/trips?a=1'],
    ['/trips', '/trips'],
    ['https://evil.example/trips', '/'],
    [`${baseUrl}.evil.example/`, '/'],
  ] as const) {
    expect(await own.redirect({ url, baseUrl })).toBe(baseUrl + target)
  }
})

it("logs a failed sign-in without the client's secret, and an ended session as routine", () => {
  const lines: unknown[] = []
  const log = {
    debug: (message: string) => lines.push(['debug', message]),
    error: (...line: unknown[]) => lines.push(line),
  }
  const logger = loggerOf(Object(log), oidc)
  logger.error('JWT_SESSION_ERROR', new Error('ended'))
  logger.error('OAUTH_CALLBACK_ERROR', { error: new Error(`the answer has ${oidc.clientSecret}`) })
  logger.error('OTHER', new Error('plain'))
  expect(lines).toMatchObject([
    ['debug', 'A session cookie was rejected'],
    [
      'Sign-in failed: OAUTH_CALLBACK_ERROR',
      { cause: { message: expect.stringMatching(/^the answer has (?!client-secret)/) } },
    ],
    ['Sign-in failed: OTHER', { cause: { message: 'plain' } }],
  ])
})
