import { expectNoViolations } from '../support/axe.ts'
import { closeFilters, countOf, openFilters, shownOf } from '../support/filters.ts'
import { answerDays, answerSearches, marketOffers, marketSearch } from '../support/market.ts'
import { expectResults, offers, prices, stateTitle } from '../support/results.ts'
import { resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

/** 999 offers on 333 pairs of flights. */
const MANY = 999

test.beforeEach(async ({ guestPage: page }) => {
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(MANY) })
  await answerDays(page, { [-1]: 850, 1: 905 })
})

test('a filter narrows a list of a thousand offers to what its option counted, stands in the address, and is cleared', async ({
  page,
}) => {
  await page.goto(resultsPath(marketSearch))
  await expectResults(page)
  const [, all] = await shownOf(page)
  const filters = await openFilters(page)
  const counted = await countOf(filters, /^Nonstop/)
  expect(counted).toBeGreaterThan(0)

  await filters.getByRole('checkbox', { name: /^1 stop/ }).uncheck()
  await expect.poll(() => shownOf(page)).toEqual([counted, all])
  await expect(page).toHaveURL(/stops=-1(&|$)/)
  await closeFilters(page)
  for (const stops of await offers(page).locator('.sum .dur > span').allTextContents()) expect(stops).toBe('Nonstop')

  await (await openFilters(page)).getByRole('button', { name: 'Clear Stops' }).click()
  await expect.poll(() => shownOf(page)).toEqual([all, all])
  await expect(page).not.toHaveURL(/stops=/)
})

test('filters combine, and the link that holds them shows the same list to somebody else', async ({ page }) => {
  await page.goto(resultsPath(marketSearch))
  await expectResults(page)
  const filters = await openFilters(page)
  await filters.getByRole('button', { name: 'Airlines: none' }).click()
  await filters.getByRole('checkbox', { name: /^KLM/ }).check()
  await filters.getByRole('checkbox', { name: /^Delta Air Lines/ }).check()
  await filters.getByRole('checkbox', { name: /^Checked bag included/ }).check()
  await filters.getByRole('slider', { name: 'Time per direction, longest' }).press('PageDown')
  await expect(page).toHaveURL(/airlines=DL,KL/)
  await expect(page).toHaveURL(/checked_bag=1/)
  await expect(page).toHaveURL(/max_minutes=/)
  // The list follows the address in a render of its own.
  await expect(page.locator('.is-stale')).toHaveCount(0)
  const shown = await shownOf(page)
  await closeFilters(page)
  for (const bags of await offers(page).locator('.facts > span:first-child').allTextContents()) {
    expect(bags).toMatch(/ × 23 kg$/)
  }

  await page.reload()
  await expect.poll(() => shownOf(page)).toEqual(shown)
  const again = await openFilters(page)
  await expect(again.getByRole('checkbox', { name: /^KLM/ })).toBeChecked()
  await expect(again.getByRole('checkbox', { name: /^Avianca/ })).not.toBeChecked()
  await again.getByRole('button', { name: /^Clear 3/ }).click()
  await expect(page).toHaveURL(resultsPath(marketSearch))
})

test('sliders move by keyboard: a step, four, to the ends; and say what they stand on', async ({ page }) => {
  await page.goto(resultsPath(marketSearch))
  await expectResults(page)
  const filters = await openFilters(page)
  const latest = filters.getByRole('slider', { name: 'Departure from AMS, latest' })
  const earliest = filters.getByRole('slider', { name: 'Departure from AMS, earliest' })
  // Some versions of the locale data part the halves of the day by a narrow space.
  const says = (text: string) =>
    expect(latest).toHaveAttribute('aria-valuetext', new RegExp(`^latest ${text}\\s[AP]M$`))
  await latest.focus()
  await page.keyboard.press('ArrowLeft')
  await says('11:30')
  await page.keyboard.press('PageDown')
  await says('9:30')
  await page.keyboard.press('PageUp')
  await says('11:30')
  await expect(page).toHaveURL(/out_departure=-23:30/)
  await page.keyboard.press('End')
  await expect(page).not.toHaveURL(/out_departure/)
  await earliest.focus()
  await page.keyboard.press('End')
  await expect(page).toHaveURL(/out_departure=24:00-/)
  await latest.focus()
  await page.keyboard.press('Home')
  // An end cannot pass the other.
  await expect(latest).toHaveAttribute('aria-valuetext', 'latest midnight')
  await page.keyboard.press('PageDown')
  await expect(page).toHaveURL(/out_departure=24:00-/)
})

test('the price slider sets the highest total', async ({ page }) => {
  await page.goto(resultsPath({ ...marketSearch, sort: 'price' }))
  await expectResults(page)
  const filters = await openFilters(page)
  const highest = filters.getByRole('slider', { name: 'Total price, highest' })
  await highest.focus()
  for (let press = 0; press < 6; press++) await page.keyboard.press('PageDown')
  await expect(page).toHaveURL(/price=-\d+/)
  const most = Number(/price=-(\d+)/.exec(page.url())?.[1])
  await closeFilters(page)
  await expect.poll(async () => Math.max(...(await prices(page)))).toBeLessThanOrEqual(most)
})

test('when no flight fits, each filter says what removing it brings back, and one step does it', async ({ page }) => {
  await page.goto(resultsPath({ ...marketSearch, airlines: 'KL', stops: '2', price: '-500' }))
  await expect(stateTitle(page, 'No flight fits all 3 filters')).toBeVisible()
  await expect(page.getByRole('status').first()).toHaveText(/^0 of \d+ flights match your filters/)
  const state = page.locator('.state')
  await expect(state.getByRole('listitem').filter({ hasText: 'KLM only' })).toContainText('+0 flights')
  await expect(state.getByRole('link', { name: /^Try .*, from \$850/ })).toBeVisible()
  await expectNoViolations(page)

  await state.getByRole('button', { name: 'Remove Up to $500' }).click()
  await expect(stateTitle(page, 'No flight fits all 2 filters')).toBeVisible()
  const line = state.getByRole('listitem').filter({ hasText: '2 or more only' })
  const brings = Number.parseInt(((await line.locator('.relax-count').textContent()) ?? '').slice(1), 10)
  expect(brings).toBeGreaterThan(0)
  await line.getByRole('button').click()
  await expect.poll(async () => (await shownOf(page))[0]).toBe(brings)
})

test('an address with filters that make no sense shows the whole list', async ({ page }) => {
  await page.goto(`${resultsPath(marketSearch)}&airlines=%3Cscript%3E&price=9-1-1&sort=cheapest&out_departure=99:99-`)
  await expectResults(page)
})

test('axe finds nothing in the filters, nor in how Best is worked out', async ({ page }) => {
  // A few offers: axe looks at every element, and the rows are alike.
  await page.unroute(/\/api\/search\/flights\?/)
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(24) })
  await page.goto(resultsPath({ ...marketSearch, airlines: '-KL', price: '-2000' }))
  await expect(offers(page).first()).toBeVisible()
  await openFilters(page)
  await expectNoViolations(page)
  await closeFilters(page)
  await page.getByRole('button', { name: 'How Best is worked out' }).click()
  const info = page.getByRole('dialog', { name: 'How Best is worked out' })
  await expect(info.getByRole('row', { name: /Total price/ })).toContainText('50%')
  await expect(info).toContainText(/scores \d+/)
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'How Best is worked out' })).toBeFocused()
})
