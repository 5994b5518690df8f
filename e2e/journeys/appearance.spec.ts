import type { Page } from '@playwright/test'
import { hotelsShown, newWideStay, staysPath } from '../support/hotels.ts'
import { open } from '../support/open.ts'
import { failSearch, healSearch } from '../support/provider.ts'
import { expectResults, hotelResults } from '../support/results.ts'
import { dayIn, newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test.use({ asksDayPrices: true })

const maxShift = 0.02

/** The page's cumulative layout shift, as the browser measures it. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const isShift = (entry: PerformanceEntry): entry is PerformanceEntry & { value: number } => 'value' in entry
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (isShift(entry)) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered entries arrive before the second frame.
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(sum))))
      }),
  )

/** The vertical position of the status line. The sort tabs above it appear with the results. */
const statusY = async (page: Page) => (await page.getByRole('status').boundingBox())?.y

test('nothing moves while the home page loads, or when results arrive, with or without skeleton rows', {
  tag: '@phone',
}, async ({ guestPage: page }) => {
  await page.goto('/')
  await page.evaluate(() => document.fonts.ready)
  expect(await layoutShift(page)).toBeLessThanOrEqual(maxShift)

  await page.goto(resultsPath(newSearch({ return_date: dayIn(210) })))
  await expectResults(page)
  expect(await layoutShift(page)).toBeLessThanOrEqual(maxShift)

  const slow = newSearch()
  await failSearch(slow, 'held')
  await page.goto(resultsPath(slow))
  const flights = page.getByRole('region', { name: 'Flights' })
  await expect(flights).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('.skeleton')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sources' })).toBeVisible()
  const waiting = await statusY(page)
  await healSearch(slow)
  await expectResults(page)
  await expect(flights).toHaveAttribute('aria-busy', 'false')
  expect(await layoutShift(page)).toBeLessThanOrEqual(maxShift)
  expect(await statusY(page)).toBe(waiting)

  await test.step('the first hotels stay where they are when the rest arrives, until the reader sorts them or asks for it', async () => {
    await page.goto(staysPath(newWideStay({ place: 'PAR' })))
    const more = page.getByRole('button', { name: /^Show \d+ more results/ })
    // Above the list and at its end.
    await expect(more).toHaveCount(2)
    await expect(hotelResults(page)).toHaveAttribute('aria-busy', 'false')
    expect(await layoutShift(page)).toBeLessThanOrEqual(maxShift)
    const [first] = await hotelsShown(page)
    await page.getByRole('combobox', { name: 'Sort order' }).selectOption('Nearest')
    await expect(more).toHaveCount(0)
    await expect.poll(async () => (await hotelsShown(page))[0]).toBeGreaterThan(first)
  })
})

const background = (page: Page) => page.locator('body').evaluate((body) => getComputedStyle(body).backgroundColor)

test('the page follows the system theme, and a chosen theme applies on every page and after a reload', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await open(page, '/', page.getByRole('button', { name: 'Theme: automatic' }))
  const day = await background(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => background(page)).not.toBe(day)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => background(page)).toBe(day)
  await page.getByRole('button', { name: 'Theme: automatic' }).click()
  await page.getByRole('button', { name: 'Theme: light' }).click()
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible()
  await expect.poll(() => background(page)).not.toBe(day)
  const night = await background(page)

  await page.reload()
  expect(await background(page)).toBe(night)
  await page.goto('/sign-in')
  expect(await background(page)).toBe(night)
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible()
})
