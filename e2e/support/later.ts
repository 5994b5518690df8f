import type { Page } from '@playwright/test'

/**
 * Lets the current document's clock say that more than a moment has passed, so that the next change of a list is a step
 * of its own for Back. Playwright's clock would also reset `performance.now()`, which delays changes of the URL.
 */
export const passMoment = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { now } = Date
    Date.now = () => now() + 5000
  })
