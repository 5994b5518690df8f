import type { APIRequestContext } from '@playwright/test'
import { newSearch, streamPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const cookieName = 'next-auth.session-token'

const sessionCookie = async (request: APIRequestContext): Promise<string> => {
  const { cookies } = await request.storageState()
  return cookies.find(({ name }) => name === cookieName)?.value ?? ''
}

test('a request without a session is UNAUTHENTICATED before its body is read', async ({ request }) => {
  const bodies = ['{"skill":"flight-search"}', '{broken', 'x'.repeat(2 * 1024 * 1024), '']
  for (const data of bodies) {
    const answer = await request.post('/api/skills/invoke', { data, headers: { 'content-type': 'application/json' } })
    expect(answer.status()).toBe(401)
    expect(await answer.json()).toMatchObject({ error: { code: 'UNAUTHENTICATED' } })
  }
  const stream = await request.get('/api/search/flights?origin=nonsense')
  expect(stream.status()).toBe(401)
})

test('rejects an altered, truncated or invented session cookie', async ({ guestRequest, playwright, appUrl }) => {
  const cookie = await sessionCookie(guestRequest)
  expect(cookie.length).toBeGreaterThan(50)
  const at = Math.floor(cookie.length / 2)
  const changed = cookie.slice(0, at) + (cookie[at] === 'A' ? 'B' : 'A') + cookie.slice(at + 1)
  await using stranger = await playwright.request.newContext({ baseURL: appUrl })
  const statusWith = async (value: string) => {
    const headers = { cookie: `${cookieName}=${value}` }
    return (await stranger.get(streamPath(newSearch()), { headers })).status()
  }
  expect(await statusWith(cookie)).toBe(200)
  for (const value of [changed, cookie.slice(0, -5), 'eyJhbGciOiJub25lIn0.e30.', '', 'undefined']) {
    expect(await statusWith(value), value.slice(0, 20)).toBe(401)
  }
})

test('rejects every cross-site request', async ({ guestRequest }) => {
  const data = { skill: 'flight-search', input: {} }
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const answer = await guestRequest.post('/api/skills/invoke', { data, headers })
    expect(answer.status(), JSON.stringify(headers)).toBe(403)
    expect(await answer.json()).toMatchObject({ error: { code: 'FORBIDDEN' } })
  }
})

test('a search starts a guest session only if one of the app’s own pages sends it', async ({ request, appUrl }) => {
  const path = streamPath(newSearch())
  for (const [status, headers] of [
    [401, {}],
    [403, { origin: 'https://evil.example' }],
    [403, { origin: appUrl, 'sec-fetch-site': 'cross-site' }],
  ] as const) {
    const answer = await request.post(path, { headers })
    expect([status, answer.status(), answer.headers()['set-cookie']]).toEqual([status, status, undefined])
  }
  expect((await request.get(path, { headers: { origin: appUrl } })).status()).toBe(401)
  const begun = await request.post(path, { headers: { origin: appUrl } })
  expect([begun.status(), begun.headers()['set-cookie']]).toEqual([200, expect.stringContaining('HttpOnly')])
  const again = await request.post(path, { headers: { origin: appUrl } })
  expect([again.status(), again.headers()['set-cookie']]).toEqual([200, undefined])
})

test('another site cannot sign a user in or out', async ({ guestRequest }) => {
  const headers = { origin: 'https://evil.example' }
  const { csrfToken } = await (await guestRequest.get('/api/auth/csrf')).json()
  const form = { csrfToken: String(csrfToken) }
  expect((await guestRequest.post('/api/auth/signout', { headers, form })).status()).toBe(403)
  expect((await guestRequest.post('/api/auth/callback/guest', { headers, form })).status()).toBe(403)
  expect((await guestRequest.get(streamPath(newSearch()))).status()).toBe(200)
})

test('a program that states no origin gets no guest session, although it gets a CSRF token', async ({
  request,
  appUrl,
}) => {
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  const form = { csrfToken: String(csrfToken), json: 'true' }
  for (const [status, headers] of [
    [403, {}],
    [403, { 'sec-fetch-site': 'cross-site' }],
    [200, { origin: appUrl }],
  ] as const) {
    const answer = await request.post('/api/auth/callback/guest', { headers, form })
    const cookies = answer.headers()['set-cookie'] ?? ''
    expect([answer.status(), cookies.includes(`${cookieName}=`)]).toEqual([status, status === 200])
  }
})

test('the session cookie is invalid after sign-out', async ({ guestRequest, playwright, appUrl }) => {
  const cookie = await sessionCookie(guestRequest)
  const { csrfToken } = await (await guestRequest.get('/api/auth/csrf')).json()
  const headers = { origin: appUrl }
  await guestRequest.post('/api/auth/signout', { headers, form: { csrfToken: String(csrfToken), json: 'true' } })
  await using stranger = await playwright.request.newContext({ baseURL: appUrl })
  const answer = await stranger.get(streamPath(newSearch()), { headers: { cookie: `${cookieName}=${cookie}` } })
  expect(answer.status()).toBe(401)
})
