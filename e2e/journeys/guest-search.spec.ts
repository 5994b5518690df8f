import { ascending, departures, expectResults, minutes, offers, prices } from '../support/results.ts'
import { chooseDates, typePlace } from '../support/search-form.ts'
import { dayIn, newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test('a guest finds flights from Seattle to Tokyo six weeks ahead, and goes back to where they came from', async ({
  page,
}) => {
  await page.goto('/')
  await typePlace(page, 'From', 'Seattle', /SEA/)
  await typePlace(page, 'To', 'Tokyo Narita', /NRT/)
  await chooseDates(page, dayIn(42), dayIn(52))
  await page.getByRole('button', { name: 'Search', exact: true }).click()

  await expect(page).toHaveURL(
    `/search/flights?origin=SEA&destination=NRT&date=${dayIn(42)}&return_date=${dayIn(52)}&adults=1`,
  )
  await page.getByRole('button', { name: 'Continue as guest and search' }).click()
  await expectResults(page)
  await expect(page.getByText('these flights are generated, not real offers')).toBeVisible()
  await expect(offers(page).first().getByText('Sample data')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Guest' })).toBeVisible()

  await page.goBack()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Compare flights and hotels by total price' })).toBeVisible()
})

test('results are in order of Best, and on request of price, duration or departure', async ({ guestPage: page }) => {
  await page.goto(resultsPath(newSearch({ return_date: dayIn(210) })))
  await expectResults(page)
  await expect(page.getByRole('tab', { name: /^Best/ })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: /^Cheapest/ }).click()
  await expect(page).toHaveURL(/sort=price/)
  await expect.poll(async () => await prices(page)).toEqual(ascending(await prices(page)))
  expect(await prices(page)).toEqual(ascending(await prices(page)))

  await page.getByRole('tab', { name: /^Fastest/ }).click()
  await expect(page.getByRole('tab', { name: /^Fastest/ })).toHaveAttribute('aria-selected', 'true')
  await expect.poll(async () => await minutes(page)).toEqual(ascending(await minutes(page)))

  await page.getByRole('tab', { name: /^Earliest/ }).click()
  await expect(page).toHaveURL(/sort=departure/)
  await expect.poll(async () => await departures(page)).toEqual(ascending(await departures(page)))
})

test('an open row shows both directions and what the price is made of, and closes when another opens', async ({
  guestPage: page,
}) => {
  await page.goto(resultsPath(newSearch({ adults: '2', return_date: dayIn(210) })))
  await expectResults(page)
  const [first, second] = [offers(page).nth(0), offers(page).nth(1)]
  await first.getByRole('button', { name: /^Show details/ }).click()
  await expect(first.getByRole('region', { name: 'Out' })).toBeVisible()
  await expect(first.getByRole('region', { name: 'Back' })).toBeVisible()
  await expect(first.getByText('Total, nothing to add')).toBeVisible()
  await expect(first.getByText('for 2 travelers')).toBeVisible()

  await second.getByRole('button', { name: /^Show details/ }).click()
  await expect(second.getByRole('button', { name: /^Hide details/ })).toHaveAttribute('aria-expanded', 'true')
  await expect(first.getByRole('button', { name: /^Show details/ })).toHaveAttribute('aria-expanded', 'false')
})

test('the copied link holds search, order and open row, and a reload shows them again', async ({
  guestPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(resultsPath(newSearch()))
  await expectResults(page)
  await page.getByRole('tab', { name: /^Fastest/ }).click()
  const row = offers(page).nth(1)
  await row.getByRole('button', { name: /^Show details/ }).click()
  await row.getByRole('button', { name: 'Copy link' }).click()
  await expect(row.getByRole('button', { name: 'Link copied' })).toBeVisible()

  const url = await page.evaluate(() => navigator.clipboard.readText())
  expect(url).toBe(page.url())
  expect(new URL(url).searchParams.get('sort')).toBe('duration')
  await page.reload()
  await expect(row.getByRole('button', { name: /^Hide details/ })).toBeVisible()
  await expect(row).toBeInViewport()
  await expect(page.getByRole('tab', { name: /^Fastest/ })).toHaveAttribute('aria-selected', 'true')
})
