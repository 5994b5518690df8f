import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { closeFilters, openFilters, shownOf } from '../support/filters.ts'
import { answerDays, answerSearches, marketList, marketOffers, marketSearch } from '../support/market.ts'
import { phone } from '../support/phone.ts'
import { expectResults, flightResults, offers, prices, stateTitle } from '../support/results.ts'
import { resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test.use({ asksDayPrices: true })

const answerFlights = (page: Page, count: number) =>
  answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(count) })

test.beforeEach(async ({ guestPage: page }) => {
  await answerFlights(page, 240)
  await answerDays(page, { [-1]: 850, 1: 905 })
})

test('filters combine, and their URL restores the same list; arrow, Home, End and Page Down keys move the price slider, which sets the maximum total', async ({
  page,
}) => {
  await page.goto(resultsPath(marketList))
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
  // The list renders after the URL has changed.
  await expect(page.locator('.is-stale')).toHaveCount(0)
  const shown = await shownOf(page)
  await closeFilters(page)
  await expect(offers(page).filter({ hasText: ' × 23 kg' })).not.toHaveCount(0)
  await expect(offers(page).filter({ hasNotText: ' × 23 kg' })).toHaveCount(0)

  await page.reload()
  await expect.poll(() => shownOf(page)).toEqual(shown)
  const again = await openFilters(page)
  await expect(again.getByRole('checkbox', { name: /^KLM/ })).toBeChecked()
  await expect(again.getByRole('checkbox', { name: /^Avianca/ })).not.toBeChecked()
  await again.getByRole('button', { name: /^Clear 3/ }).click()
  await expect(page).toHaveURL(resultsPath(marketList))

  const highest = filters.getByRole('slider', { name: 'Total price, highest' })
  const [end, step] = [Number(await highest.getAttribute('max')), Number(await highest.getAttribute('step'))]
  await highest.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page).toHaveURL(new RegExp(`price=-${end - step}(&|$)`))
  await page.keyboard.press('End')
  await expect(page).not.toHaveURL(/price=/)
  await page.keyboard.press('Home')
  await expect(highest).toHaveValue((await highest.getAttribute('min')) ?? '')
  await page.keyboard.press('End')
  await expect(page).not.toHaveURL(/price=/)
  for (let press = 0; press < 6; press++) await page.keyboard.press('PageDown')
  await expect(page).toHaveURL(/price=-\d+/)
  const most = Number(/price=-(\d+)/.exec(page.url())?.[1])
  await closeFilters(page)
  await expect(async () => {
    const shown = await prices(page)
    expect(shown).toHaveLength(await offers(page).count())
    expect(shown.length).toBeGreaterThan(0)
    expect(Math.max(...shown)).toBeLessThanOrEqual(most)
  }).toPass()
})

test('when no flight passes the filters, a button per filter shows what its removal restores; invalid filters in the URL are ignored and listed', async ({
  page,
}) => {
  await page.goto(resultsPath({ ...marketSearch, airlines: 'KL', stops: '2', price: '-500' }))
  await expect(stateTitle(page, 'No outbound flight fits all 3 filters')).toBeVisible()
  await expect(page.getByRole('status').first()).toHaveText(/^0 of \d+ outbound flights match your filters/)
  const state = flightResults(page)
  await expect(state.getByRole('listitem').filter({ hasText: 'KLM only' })).toContainText('+0 outbound flights')
  await expect(state.getByRole('link', { name: /^Try .*, from \$850/ })).toBeVisible()
  await expectNoViolations(page, { colorsOf: flightResults(page) })

  await state.getByRole('button', { name: 'Remove Up to $500' }).click()
  await expect(stateTitle(page, 'No outbound flight fits all 2 filters')).toBeVisible()
  const line = state.getByRole('listitem').filter({ hasText: '2 or more only' })
  const brings = Number(/\+(\d+) outbound flights?/.exec((await line.textContent()) ?? '')?.[1])
  expect(brings).toBeGreaterThan(0)
  await line.getByRole('button').click()
  await expect.poll(async () => (await shownOf(page))[0]).toBe(brings)

  await test.step('invalid filters in the URL', async () => {
    await page.goto(`${resultsPath({ ...marketList, stops: '0' })}&airlines=%3Cscript%3E&sort=cheapest`)
    await expect(offers(page).first()).toBeVisible()
    const notice = page.locator('.notice').filter({ hasText: 'of this link could not be used' })
    await expect(notice).toContainText('2 parts of this link could not be used: sort=cheapest, airlines=<script>.')
    await expect(page.getByRole('tab', { name: /^Best/ })).toHaveAttribute('aria-selected', 'true')
    await page.getByRole('tab', { name: /^Cheapest/ }).click()
    await expect(notice).toContainText('A part of this link could not be used: airlines=<script>.')
    await (await openFilters(page)).getByRole('button', { name: /^Clear 1/ }).click()
    await closeFilters(page)
    await expect(notice).toHaveCount(0)
  })
})

test.describe('on a phone', () => {
  test.use(phone)

  test('axe finds nothing in the sheet with the filters, nor in the explanation of Best', async ({ page }) => {
    // Loads only a few offers: axe checks every element, and all rows are alike.
    await answerFlights(page, 24)
    await page.goto(resultsPath({ ...marketList, airlines: '-KL', price: '-2000' }))
    await expect(offers(page).first()).toBeVisible()
    // On a desktop the filters are a part of the results, whose test is in accessibility.spec.ts.
    await openFilters(page)
    await expectNoViolations(page)
    await closeFilters(page)
    await page.getByRole('button', { name: 'How Best is calculated' }).click()
    const info = page.getByRole('dialog', { name: 'How Best is calculated' })
    await expect(info.getByRole('row', { name: /Total price/ })).toContainText('50%')
    await expect(info).toContainText(/scores \d+/)
    await expectNoViolations(page, { colorsOf: info })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'How Best is calculated' })).toBeFocused()
  })
})
