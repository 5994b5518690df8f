import { defaultRatePolicies } from '#lib/http/rate-limit.ts'
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
