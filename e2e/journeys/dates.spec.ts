import type { Page } from '@playwright/test'
import { formatDate } from '#lib/travel/model/format.ts'
import { addDays } from '#lib/travel/model/offset-time.ts'
import { expectNoViolations } from '../support/axe.ts'
import { failSearch } from '../support/provider.ts'
import { expectResults } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test.use({ asksDayPrices: true })

/** Opens the dates of a results page: with the button in the strip, or in a narrow window with the bar at the bottom. */
async function openDates(page: Page) {
  const bar = page.getByRole('button', { name: 'Dates', exact: true })
  const strip = page.getByRole('button', { name: 'More dates' })
  await bar.or(strip).filter({ visible: true }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Dates' })
  await expect(dialog.getByRole('grid').first()).toBeVisible()
  return dialog
}

test('one press prices the days around a round trip, and chosen days lead to their flights', async ({
  guestPage: page,
}) => {
  const first = newSearch({ origin: 'SEA', destination: 'NRT' })
  const search = { ...first, return_date: addDays(first.date, 8) }
  const looks: string[] = []
  page.on('request', (request) => {
    if (/flights\/dates\?.*look=pressed/.test(request.url())) looks.push(request.url())
  })
  const next = { ...search, date: addDays(search.date, 1) }
  await failSearch(next, 'down')
  await page.goto(`${resultsPath(search)}&sort=duration`)
  await expectResults(page)
  const dates = await openDates(page)
  const cell = (out: number, back: number) =>
    dates.getByRole('grid', { name: 'Prices by departure and return' }).getByRole('button', {
      name: `${formatDate(addDays(search.date, out))} to ${formatDate(addDays(search.return_date, back))},`,
    })
  await expect(cell(0, 0)).toContainText('$')
  await expect(cell(0, 1)).toContainText('Ask')
  expect(looks).toEqual([])

  const around = dates.getByRole('region', { name: 'Three days either side' })
  await around.getByRole('button', { name: 'ask for all' }).click()
  await expect(around.getByText(/asking \d/)).toBeVisible()
  await expect(cell(0, 1)).toContainText('$')
  await expect(dates.getByText(/^newest .* ago, oldest .* ago/)).toHaveCount(1)
  await expect(cell(1, 0)).toContainText('No answer')
  await around.getByRole('button', { name: 'stop here' }).click()
  await expect(around.getByRole('button', { name: 'ask for all' })).toBeVisible()
  expect(looks).toHaveLength(1)
  await expectNoViolations(page)

  await cell(0, 0).focus()
  await page.keyboard.press('ArrowRight')
  await expect(cell(0, 1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(cell(0, 1)).toHaveAttribute('aria-current', 'date')
  await dates.getByRole('link', { name: 'See flights' }).click()
  await expect(page).toHaveURL(new RegExp(`return_date=${addDays(search.return_date, 1)}.*sort=duration`))
  await expectResults(page)
  // Back leads to the search on which the dates were opened.
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`return_date=${search.return_date}.*sort=duration`))
})

test('the month view shows each day of the month, and Page Down shows the next month; the dates are not cut off at 320 px, nor with text at twice the size', async ({
  guestPage: page,
  context,
}) => {
  const first = newSearch({ adults: '6' })
  const search = { ...first, return_date: addDays(first.date, 8) }
  await page.goto(resultsPath(search))
  await expectResults(page)
  const dates = await openDates(page)
  const month = dates.getByRole('grid', { name: /^Prices in / })
  const selected = month.getByRole('button', {
    name: `${formatDate(search.date)} to ${formatDate(search.return_date)},`,
  })
  await expect(selected).toHaveAttribute('aria-current', 'date')
  await expect(selected).toContainText('$')
  await expectNoViolations(page)
  // The legend is widest with a tint for each quarter of the prices, and with prices of thousands.
  const around = dates.getByRole('region', { name: 'Three days either side' })
  await around.getByRole('button', { name: 'ask for all' }).click()
  await expect(dates.locator('.date-tints i')).toHaveCount(4)
  const label = await month.getAttribute('aria-label')
  await selected.focus()
  await page.keyboard.press('PageDown')
  await expect(month).not.toHaveAttribute('aria-label', label ?? '')
  await expect(month.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More dates' })).toBeFocused()

  await page.setViewportSize({ width: 320, height: 700 })
  const browser = await context.newCDPSession(page)
  for (const standard of [16, 32]) {
    await browser.send('Page.setFontSizes', { fontSizes: { standard } })
    const dates = await openDates(page)
    for (const view of ['±3 days', 'Month']) {
      await dates.getByRole('button', { name: view, exact: true }).click()
      await expect(dates.getByRole('grid')).toBeVisible()
      // Only the grid may scroll sideways.
      const beyond = await dates.evaluate((dialog) =>
        [...dialog.querySelectorAll<HTMLElement>('*')]
          .filter((at) => at.checkVisibility() && !at.closest('.date-table, .sr-only'))
          .filter((at) => at.getBoundingClientRect().right > innerWidth + 1)
          .map((at) => `${at.className} ${at.textContent?.slice(0, 30)}`),
      )
      expect(beyond, `${view} at ${standard}`).toEqual([])
      const cut = await dates.evaluate((dialog) =>
        [...dialog.querySelectorAll<HTMLElement>('.date-price, .date-state, .date-day')]
          .filter((at) => at.getBoundingClientRect().right > (at.closest('td')?.getBoundingClientRect().right ?? 0) + 1)
          .map((at) => at.textContent),
      )
      expect(cut, `${view} at ${standard}`).toEqual([])
    }
    await page.keyboard.press('Escape')
  }
})
