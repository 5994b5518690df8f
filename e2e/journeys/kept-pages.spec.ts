import type { Page } from '@playwright/test'
import { expectFit } from '../support/fit.ts'
import { phone } from '../support/phone.ts'
import { expectResults, offers } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test.use({ serviceWorkers: 'allow', expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] })

/** Opens the home page and waits until the service worker controls it. */
async function underWorker(page: Page) {
  await page.clock.install()
  await page.goto('/')
  // Skips the seconds after which the page registers its worker.
  await page.clock.fastForward(4000)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

const kept = (page: Page) =>
  page.evaluate(async () => {
    const found = await caches.match('/offline/kept.json')
    return found ? JSON.stringify(await found.json()) : ''
  })

/** Whether the worker has kept all scripts that the page has loaded, in idle time too. */
const keepsScripts = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve))
    const addresses = [...document.scripts].flatMap(({ src, noModule }) => (src === '' || noModule ? [] : src))
    const copies = await Promise.all(addresses.map((address) => caches.match(address)))
    return copies.every((copy) => copy !== undefined)
  })

/**
 * The words of a saved copy, and of an attempt to leave it. Chromium 150 says that it is online after a navigation that
 * the worker answers, although the network is off. The page then must not say that the reader is offline, because the
 * site may be down.
 */
const wordsOn = async (page: Page) =>
  (await page.evaluate(() => navigator.onLine))
    ? {
        note: page.getByText(/^Saved .*; the site could not be reached\./),
        attempt: page.getByText(/^The site could not be reached\. This page stays open/),
      }
    : {
        note: page.getByText(/^Saved .*; you are offline\./),
        attempt: page.getByText('You are offline, and this needs a connection.'),
      }

test('the last results and the saved trips are readable offline, marked as old, but not by the next person', async ({
  guestPage: page,
  context,
}) => {
  await underWorker(page)
  // The parameters that the form would write.
  const search = { ...newSearch(), adults: '1' }
  await page.goto(resultsPath(search))
  await expectResults(page)
  await expect.poll(() => kept(page)).toContain('/search/flights?')
  await expect.poll(() => kept(page)).toContain('/trips')
  const first = await offers(page).first().textContent()
  // The worker keeps the script of the bar that only a phone shows, because the page has loaded it.
  const window = page.viewportSize()
  await page.setViewportSize(phone.viewport)
  await expect(page.getByRole('button', { name: /^Filters/ })).toBeVisible()
  if (window) await page.setViewportSize(window)
  await expect.poll(() => keepsScripts(page)).toBe(true)

  await context.setOffline(true)
  await page.goto(`${resultsPath(search)}&sort=best`)
  await expectResults(page)
  await expect(offers(page).first()).toContainText(first?.slice(0, 20) ?? 'no text')
  // Nobody had opened a row, so the worker kept its script because the idle page had loaded it.
  await offers(page).first().getByRole('button', { name: /^Show/ }).press('Enter')
  await expect(offers(page).first().getByText('Total, taxes included')).toBeVisible()
  const words = await wordsOn(page)
  await expect(words.note).toBeVisible()
  // The note of the saved copy replaces the offline banner until a link needs the connection.
  await expect(page.getByText(/^You are offline/)).toHaveCount(0)
  await expectFit(page, 'saved results')
  await page.getByRole('link', { name: 'travel.aw home' }).click()
  await expect(words.attempt).toBeVisible()

  await page.getByRole('link', { name: 'Saved pages' }).click()
  await expect(page.getByRole('heading', { name: 'Pages saved in this browser' })).toBeVisible()
  await expectFit(page, 'the list of saved pages')
  await page.getByRole('main').getByRole('link', { name: 'Trips' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Trips/)
  await expect((await wordsOn(page)).note).toBeVisible()

  // Offline, a page without a saved copy shows the list of saved pages.
  await page.goto('/hotels')
  await expect(page.getByRole('heading', { name: 'Pages saved in this browser' })).toBeVisible()

  // A saved copy keeps its date when the connection is back, because it is still old.
  await context.setOffline(false)
  await expect(page.getByText(/^Saved .*; the site could not be reached\./)).toBeVisible()
  await page.getByRole('link', { name: 'travel.aw home' }).click()
  await expect(page).toHaveURL('/')
  await page.goto('/hotels')
  await expect(page.getByRole('heading', { name: 'Pages saved in this browser' })).toHaveCount(0)

  await test.step('a second person in the same browser cannot see the saved pages', async () => {
    await expect.poll(() => kept(page)).toContain('/search/flights?')
    await context.clearCookies()
    await page.goto('/')
    await expect.poll(() => kept(page)).not.toContain('/search/flights?')
    expect(await kept(page)).not.toContain('/trips')
  })
})

test('a shared link is readable offline after the first visit, although its search started the session', async ({
  page,
  context,
}) => {
  const search = { ...newSearch(), adults: '1' }
  await page.goto(resultsPath(search))
  await expectResults(page)
  // The worker starts as soon as the visitor uses the page.
  await page.keyboard.press('Tab')
  await expect.poll(() => kept(page)).toContain('/search/flights?')
  await context.setOffline(true)
  await page.goto(resultsPath(search))
  await expectResults(page)
  await expect((await wordsOn(page)).note).toBeVisible()
})
