import { SignJWT } from 'jose'
import { expect, it } from 'vitest'
import { createTestDatabase } from '../db/testing.ts'
import { createOriginCheck } from '../http/origin.ts'
import type { Refused } from '../http/outcome.ts'
import { nextAuthOptions, readClaims } from './next-auth-options.ts'
import { createTestAuth } from './testing.ts'

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
