import type { Browser, BrowserContext } from '@playwright/test'
import type { GuestSession } from './guest-session.ts'

const maxMsForOneStep = 20_000

/** A guest's browser context with an empty cache. */
export async function openGuestContext(
  browser: Browser,
  url: string,
  session: GuestSession,
  viewport: { width: number; height: number },
): Promise<BrowserContext> {
  const { cookie: _, ...headers } = session
  const context = await browser.newContext({ viewport, extraHTTPHeaders: headers })
  context.setDefaultTimeout(maxMsForOneStep)
  await context.addCookies(cookiesOfGuest(session, url))
  return context
}

/** The guest's cookies in the browser's format, for the app at `url`. */
export function cookiesOfGuest({ cookie }: GuestSession, url: string): { name: string; value: string; url: string }[] {
  return cookie.split('; ').map((pair) => {
    const at = pair.indexOf('=')
    return { name: pair.slice(0, at), value: pair.slice(at + 1), url: new URL(url).origin }
  })
}
