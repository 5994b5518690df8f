import type { CDPSession, Page } from '@playwright/test'

/** The lines of an NDJSON answer to a request for this URL. */
type Lines = (url: URL) => readonly unknown[]

type Answers = { readonly browser: CDPSession; readonly linesAt: Map<string, Lines> }

const answersOf = new WeakMap<Page, Answers>()

/**
 * From now on, answers the page's requests to these paths with these lines, in place of the app. `page.route` would also
 * turn off the browser's cache and send every other request through the test's process.
 */
export async function answer(page: Page, paths: readonly string[], lines: Lines): Promise<void> {
  const { browser, linesAt } = answersOf.get(page) ?? (await intercept(page))
  for (const path of paths) linesAt.set(path, lines)
  const patterns = [...linesAt.keys()].map((path) => ({ urlPattern: `*${path}\\?*` }))
  await browser.send('Fetch.enable', { patterns })
}

async function intercept(page: Page): Promise<Answers> {
  const browser = await page.context().newCDPSession(page)
  const linesAt = new Map<string, Lines>()
  browser.on('Fetch.requestPaused', ({ requestId, request }) => {
    const url = new URL(request.url)
    const lines = linesAt.get(url.pathname)?.(url) ?? []
    const body = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')).toString('base64')
    const responseHeaders = [{ name: 'content-type', value: 'application/x-ndjson; charset=utf-8' }]
    // A page that has moved on no longer wants the answer.
    browser.send('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body }).catch(() => {})
  })
  const answers = { browser, linesAt }
  answersOf.set(page, answers)
  return answers
}
