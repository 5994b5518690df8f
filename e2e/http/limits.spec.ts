import { defaultRatePolicies } from '#lib/platform/server/http/rate-limit.ts'
import { becomeGuest, expect, test } from '../support/test.ts'

test('guest sessions are limited per address, with Retry-After; another address is not affected', async ({
  request,
  playwright,
  appUrl,
}) => {
  const allowed = defaultRatePolicies.guest.points
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  const makeGuest = () =>
    request.post('/api/auth/callback/guest', {
      headers: { origin: appUrl },
      form: { csrfToken: String(csrfToken), json: 'true' },
    })
  const answers = await Promise.all(Array.from({ length: allowed + 1 }, makeGuest))
  const refused = answers.filter((answer) => answer.status() === 429)
  expect(refused).toHaveLength(1)
  expect(Number(refused[0]?.headers()['retry-after'])).toBeGreaterThan(0)

  const headers = { 'x-forwarded-for': '10.200.200.200' }
  await using other = await playwright.request.newContext({ baseURL: appUrl, extraHTTPHeaders: headers })
  await becomeGuest(other, appUrl)
})

test('saving and running searches share one limit per address of guests, because all people share the hourly runs', async ({
  guestRequest,
  appUrl,
}) => {
  const allowed = defaultRatePolicies.searchRuns.points
  const headers = { origin: appUrl }
  const save = () => guestRequest.post('/api/saved-searches', { headers, data: {} })
  const answers = await Promise.all(Array.from({ length: allowed }, save))
  expect(new Set(answers.map((answer) => answer.status()))).toEqual(new Set([400]))

  await becomeGuest(guestRequest, appUrl)
  const run = await guestRequest.post('/api/saved-searches/srch_1234567890123456789012/ask', { headers })
  expect(run.status()).toBe(429)
  expect(Number(run.headers()['retry-after'])).toBeGreaterThan(0)
})
