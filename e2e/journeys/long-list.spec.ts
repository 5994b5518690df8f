import type { Page } from '@playwright/test'
import { answerSearches, marketList, marketOffers } from '../support/market.ts'
import { expectResults, offers } from '../support/results.ts'
import { resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

/** The gaps and overlaps between rows that follow one another. */
const gaps = (page: Page) =>
  offers(page).evaluateAll((rows) => {
    const boxes = rows.map((row) => ({
      at: Number(row.getAttribute('aria-posinset')),
      box: row.getBoundingClientRect(),
    }))
    return boxes
      .slice(1)
      .map(({ at, box }, index) => ({
        follows: at - (boxes[index]?.at ?? 0) === 1,
        gap: box.top - (boxes[index]?.box.bottom ?? 0),
      }))
      .filter(({ follows, gap }) => follows && Math.abs(gap) > 1)
  })

const countInWindow = (page: Page) =>
  offers(page).evaluateAll(
    (rows) =>
      rows.map((row) => row.getBoundingClientRect()).filter(({ top, bottom }) => bottom > 0 && top < window.innerHeight)
        .length,
  )

test('a long list renders only rows near the window, at their computed positions, each with its position and the list’s size; Page Down moves the focus from row to row', async ({
  guestPage: page,
}) => {
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(999) })
  await page.goto(resultsPath(marketList))
  await expectResults(page)
  const first = offers(page).first()
  await expect(first).toHaveAttribute('aria-posinset', '1')
  const size = Number(await first.getAttribute('aria-setsize'))
  expect(size).toBeGreaterThan(300)
  expect(await offers(page).count()).toBeLessThan(40)

  await page.keyboard.press('End')
  await expect(page.locator(`[aria-posinset="${size}"]`)).toBeInViewport()
  expect(await offers(page).count()).toBeLessThan(40)
  const tops = await offers(page).evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top))
  expect(tops.length).toBeGreaterThan(1)
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))

  await page.keyboard.press('Home')
  await expect(first).toBeInViewport()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  await test.step('rows keep their computed positions while scrolling down and up', async () => {
    for (const top of [3000, 12_000, 6000, 0]) {
      await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top)
      // Rows are rendered after the scroll; those of the position before are above or below the window.
      await expect.poll(() => countInWindow(page)).toBeGreaterThan(1)
      // A row that has just come takes its measured height a moment later.
      await expect.poll(() => gaps(page)).toEqual([])
    }
  })
  await test.step('a screen reader gets the list under a heading, as a feed of numbered articles under the sort tabs', async () => {
    await expect(page.getByRole('heading', { level: 2, name: 'Flights' })).toBeAttached()
    await expect(page.getByRole('tabpanel')).toMatchAriaSnapshot(`
      - tabpanel /^Best/:
        - feed "Flights":
          - article /, \\$[\\d,]+ for 2 travelers$/:
            - paragraph: / for 2 travelers\\.$/
            - button /^Show flight details and fares, /
    `)
  })

  await test.step('the focused row stays rendered when the list scrolls far away', async () => {
    const opener = page.locator('[aria-posinset="2"]').getByRole('button', { name: /details/ })
    await opener.focus()
    await expect(page.locator('[aria-posinset="4"]')).toHaveCount(1)
    await page.evaluate(() => window.scrollTo({ top: 15_000, behavior: 'instant' }))
    // The rows beside the focused one stay too, because Tab goes there next.
    await expect(page.locator('[aria-posinset="4"]')).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  await test.step('the printed page has the first hundred flights and the total count', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(offers(page)).toHaveCount(100)
    await expect(page.getByText(/^Printed: the first 100 of \d+ flights\./)).toBeVisible()
    await expect(page.getByRole('complementary', { name: 'Filters' })).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
    await expect.poll(() => offers(page).count()).toBeLessThan(40)
  })

  await test.step('Page Down and Page Up move the focus from row to row', async () => {
    const opener = (at: number) => page.locator(`[aria-posinset="${at}"]`).getByRole('button', { name: /details/ })
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await opener(1).focus()
    for (let at = 2; at <= 15; at++) {
      await page.keyboard.press('PageDown')
      await expect(opener(at)).toBeFocused()
    }
    await page.keyboard.press('PageUp')
    await expect(opener(14)).toBeFocused()
    await expect(page.locator('[aria-posinset="14"]')).toBeInViewport()
  })

  await test.step('Back restores the scroll position and the open row', async () => {
    await page.evaluate(() => window.scrollTo({ top: 9000, behavior: 'instant' }))
    // The rows of the position before are above the window.
    await expect.poll(() => countInWindow(page)).toBeGreaterThan(1)
    const place = await offers(page).nth(7).getAttribute('aria-posinset')
    const open = page.locator(`[aria-posinset="${place}"]`)
    await open.getByRole('button', { name: /^Show flight details/ }).click()
    await expect(page).toHaveURL(/row=/)
    await expect(open.getByText('Total, taxes included')).toBeVisible()
    const top = (await open.boundingBox())?.y ?? 0

    await page.getByRole('link', { name: 'travel.aw home' }).evaluate((link: HTMLElement) => link.click())
    await expect(page).toHaveURL('/')
    await page.goBack()
    await expect(open.getByText('Total, taxes included')).toBeVisible()
    await expect.poll(async () => Math.abs(((await open.boundingBox())?.y ?? 1e6) - top)).toBeLessThan(40)
  })
})
