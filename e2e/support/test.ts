import { randomInt } from 'node:crypto'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'

type Options = {
  /** What the browser may report in this test: say, an answer that is not 200. Anything else fails it. */
  expectedErrors: RegExp[]
}

type Fixtures = Options & {
  /** Where the app under test is. */
  appUrl: string
  /** A page that is signed in as a guest. */
  guestPage: Page
  /** A client without a browser that is signed in as a guest. */
  guestRequest: APIRequestContext
}

const newAddress = () => ['10', ...[0, 0, 0].map(() => randomInt(1, 255))].join('.')

/** Makes a guest session for whoever shares `request`'s cookies. */
export async function becomeGuest(request: APIRequestContext, baseURL: string): Promise<void> {
  const { csrfToken } = await (await request.get('/api/auth/csrf')).json()
  const answer = await request.post('/api/auth/callback/guest', {
    headers: { origin: baseURL },
    form: { csrfToken: String(csrfToken), json: 'true' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/**
 * The tests' own: each comes from an address of its own, begins without a session, and fails when the page reports an
 * error.
 */
export const test = base.extend<Fixtures>({
  expectedErrors: [[], { option: true }],
  appUrl: async ({ baseURL }, use) => use(baseURL ?? ''),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from the pattern.
  extraHTTPHeaders: async ({}, use) => use({ 'x-forwarded-for': newAddress() }),
  page: async ({ page, expectedErrors }, use) => {
    const errors: string[] = []
    const report = (text: string) => {
      if (!expectedErrors.some((pattern) => pattern.test(text))) errors.push(text)
    }
    // What the content security policy forbids is reported by the browser alone, also where the page catches the error.
    await page.addInitScript(() =>
      addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`${violatedDirective} forbids ${blockedURI}`),
      ),
    )
    page.on('pageerror', (error) => report(error.stack ?? error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') report(`${message.text()} ${message.location().url}`)
    })
    await use(page)
    expect(errors, 'what the page reported').toEqual([])
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
