import { globSync } from 'node:fs'
import type { Page } from '@playwright/test'

declare global {
  /** Next's router, once its scripts run. */
  var next: { readonly router?: { push(path: string): void; refresh(): void } } | undefined
  /** All titles of the document, and how many parts of pages it has asked for and got. */
  var watched: { readonly titles: string[]; asked: number; ended: number }
}

/**
 * In the page: lets the parts of a page arrive in at most a hundred pieces, one by one, records every title of the document, and refreshes the page
 * as soon as React has reached it, which is before React has taken over all that the server wrote.
 */
function watchTitles(pauseMs: number): void {
  const seen = { titles: [''], asked: 0, ended: 0 }
  globalThis.watched = seen
  new MutationObserver(() => {
    if (document.title !== seen.titles.at(-1)) seen.titles.push(document.title)
  }).observe(document, { subtree: true, childList: true, characterData: true })

  const early = setInterval(() => {
    const isReached = Object.keys(document.documentElement ?? {}).some((key) => key.startsWith('__react'))
    if (!isReached) return
    clearInterval(early)
    next?.router?.refresh()
  })

  async function* linesOf(bytes: Uint8Array<ArrayBuffer>) {
    for (let from = 0; from < bytes.length; ) {
      const until = bytes.indexOf(10, from + bytes.length / 100) + 1 || bytes.length
      yield bytes.slice(from, until)
      from = until
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  const { fetch } = window
  window.fetch = async (...request) => {
    const answer = await fetch(...request)
    if (!answer.headers.get('content-type')?.startsWith('text/x-component')) return answer
    seen.asked += 1
    const lines = linesOf(new Uint8Array(await answer.arrayBuffer()))
    const body = new ReadableStream({
      // Goes on without a reader too: the router drops an answer that a later one replaces.
      async start(controller) {
        try {
          for await (const line of lines) controller.enqueue(line)
          controller.close()
        } catch {
          await lines.return(undefined)
        } finally {
          seen.ended += 1
        }
      },
    })
    const slow = new Response(body, answer)
    return Object.defineProperties(slow, { url: { value: answer.url }, redirected: { value: answer.redirected } })
  }
}

/** Watches the titles of every document that the page opens from now on. */
export const watchTitlesOf = (page: Page) => page.addInitScript(watchTitles, 2)

/** Waits until the page has rendered more than `asked` answers, and each that it asked for. */
async function haveRendered(page: Page, asked: number): Promise<void> {
  await page.waitForFunction((asked) => watched.asked > asked && watched.ended === watched.asked, asked, { timeout: 0 })
  // The browser is idle only after the page has rendered what arrived.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

/** Waits for the refresh with which a watched document begins. */
export const earlyRefresh = (page: Page) => haveRendered(page, 0)

/** Refreshes the page, and waits for it. */
export async function refresh(page: Page): Promise<void> {
  const asked = await page.evaluate(() => watched.asked)
  await page.evaluate(() => next?.router?.refresh())
  await haveRendered(page, asked)
}

/** Follows a link to another page, and waits for it. */
export async function follow(page: Page, path: string): Promise<void> {
  const asked = await page.evaluate(() => watched.asked)
  await page.evaluate((path) => next?.router?.push(path), path)
  await haveRendered(page, asked)
}

/** The titles that the document has had since its first one. */
export const titlesOf = (page: Page): Promise<string[]> => page.evaluate(() => watched.titles.slice(1))

/** The paths of all pages. `[name]` stands for a part that differs. */
export const pagePaths: readonly string[] = globSync('app/**/page.tsx')
  .map((file) => file.replaceAll(/^app|\/\([a-z]+\)|\/page\.tsx$/g, '') || '/')
  .toSorted()
