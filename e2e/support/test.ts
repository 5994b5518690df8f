import { randomInt } from 'node:crypto'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'

type Options = {
  /** Whether pages ask for the prices of other days, which the app searches. Otherwise they stay unknown. */
  asksDayPrices: boolean
  /** Browser errors that this test expects, such as a response other than 200. Any other error fails the test. */
  expectedErrors: RegExp[]
}

type Fixtures = Options & {
  /** The URL of the app under test. */
  appUrl: string
  /** A page with a guest session. */
  guestPage: Page
  /** An HTTP client with a guest session. */
  guestRequest: APIRequestContext
}

const newAddress = () => ['10', ...[0, 0, 0].map(() => randomInt(1, 255))].join('.')

const csrfOf = new Map<string, { readonly token: string; readonly cookie: string }>()

/** A CSRF token of an app, and the cookie that belongs to it. Sessions may share them, so each worker asks once. */
async function csrfFor(request: APIRequestContext, baseURL: string) {
  const known = csrfOf.get(baseURL)
  if (known) return known
  const { csrfToken } = await (await request.get(`${baseURL}/api/auth/csrf`)).json()
  const { cookies } = await request.storageState()
  const value = cookies.find(({ name }) => name === 'next-auth.csrf-token')?.value
  const csrf = { token: String(csrfToken), cookie: `next-auth.csrf-token=${value}` }
  csrfOf.set(baseURL, csrf)
  return csrf
}

/** Starts a guest session in the cookie jar of `request`, in place of its session. */
export async function becomeGuest(request: APIRequestContext, baseURL: string): Promise<void> {
  const { token, cookie } = await csrfFor(request, baseURL)
  const answer = await request.post(`${baseURL}/api/auth/callback/guest`, {
    headers: { origin: baseURL, cookie },
    form: { csrfToken: token, json: 'true' },
    // The server may be closing a connection that was idle for long.
    maxRetries: 1,
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** In the page: answers each request for the prices of other days at once, with none. */
function leaveOutDayPrices(): void {
  const { fetch } = window
  window.fetch = async (...request) =>
    /flights\/dates\?.*look=background/.test(String(request[0])) ? new Response(null) : await fetch(...request)
}

/**
 * The project's `test`: each test has its own client address, starts without a session and fails if the page reports
 * an error.
 */
export const test = base.extend<Fixtures>({
  asksDayPrices: [false, { option: true }],
  expectedErrors: [[], { option: true }],
  appUrl: async ({ baseURL }, use) => use(baseURL ?? ''),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from the pattern.
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': newAddress() }),
  page: async ({ page, asksDayPrices, expectedErrors }, use) => {
    const errors: string[] = []
    const report = (text: string) => {
      if (!expectedErrors.some((pattern) => pattern.test(text))) errors.push(text)
    }
    // If the page catches the error, the browser reports a CSP violation only through this event.
    await page.addInitScript(() =>
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`${violatedDirective} forbids ${blockedURI}`),
      ),
    )
    if (!asksDayPrices) await page.addInitScript(leaveOutDayPrices)
    page.on('pageerror', (error) => report(error.stack ?? error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') report(`${message.text()} ${message.location().url}`)
    })
    await use(page)
    expect(errors, 'errors reported by the page').toEqual([])
  },
  guestPage: async ({ page, appUrl }, use) => {
    await becomeGuest(page.request, appUrl)
    await use(page)
  },
  guestRequest: async ({ request, appUrl }, use) => {
    await becomeGuest(request, appUrl)
    await use(request)
  },
})

export { expect }
