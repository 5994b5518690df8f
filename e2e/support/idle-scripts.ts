import { expect, type Page } from '@playwright/test'

/** Waits until the page has loaded the scripts that it requests while the browser is idle. */
export async function expectIdleScripts(page: Page): Promise<void> {
  let before = -1
  await expect
    .poll(async () => {
      const { requested, loaded } = await page.evaluate(async () => {
        await new Promise((resolve) => requestIdleCallback(resolve))
        const addresses = [...document.scripts].flatMap(({ src, noModule }) => (src === '' || noModule ? [] : src))
        return {
          requested: addresses.length,
          loaded: addresses.filter((src) => performance.getEntriesByName(src).length > 0).length,
        }
      })
      const isSettled = requested === before && requested === loaded
      before = requested
      return isSettled
    })
    .toBe(true)
}
