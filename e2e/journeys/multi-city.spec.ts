import type { Page } from '@playwright/test'
import { formatDate } from '#lib/travel/model/format.ts'
import { expectNoViolations } from '../support/axe.ts'
import { closeFilters, openFilters } from '../support/filters.ts'
import { expectFit } from '../support/fit.ts'
import { passMoment } from '../support/later.ts'
import { failTrip } from '../support/provider.ts'
import { expectAscending, expectResults, flightResults, offers, prices, stateTitle } from '../support/results.ts'
import { chooseDay, typePlace } from '../support/search-form.ts'
import { dayIn, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const depart = async (page: Page, flight: number, date: string) => {
  await page.getByRole('button', { name: new RegExp(`^Flight ${flight}: Depart`) }).click()
  await chooseDay(page, date)
}

test('a trip with three flights is entered, found, read, changed and found again', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/')
  await typePlace(page, 'From', 'Amsterdam', /AMS/)
  await typePlace(page, 'To', 'New York', /NYC/)
  await page.getByRole('radio', { name: 'Multi-city' }).check()
  await expect(page.getByRole('combobox', { name: 'Flight 2: From' })).toHaveValue(/NYC/)
  await typePlace(page, 'Flight 2: To', 'Aruba', /AUA/)
  await page.getByRole('button', { name: 'Add a flight' }).click()
  await expect(page.getByRole('combobox', { name: 'Flight 3: From' })).toHaveValue(/AUA/)

  await test.step('an error names the flight and the remedy', async () => {
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await expect(page.getByText('Flight 3: choose where you fly to.')).toBeVisible()
    await expectNoViolations(page)
    await expectFit(page, 'the form')
  })

  await typePlace(page, 'Flight 3: To', 'Amsterdam', /AMS/)
  await depart(page, 1, dayIn(60))
  await depart(page, 2, dayIn(64))
  await depart(page, 3, dayIn(70))
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expectResults(page)
  const query = new URL(page.url()).searchParams
  expect(query.get('onward')).toBe(`NYC-AUA-${dayIn(64)},AUA-AMS-${dayIn(70)}`)
  await expect(page).toHaveTitle(/^Amsterdam to New York to Oranjestad to Amsterdam/)

  await test.step('each row states all three flights', async () => {
    const [first] = await offers(page)
      .getByText(/ leaves .* arrives /)
      .allTextContents()
    expect(first).toMatch(/Flight 1 .* Flight 2 .* Flight 3 /)
    await page.getByRole('tab', { name: /^Cheapest/ }).click()
    await expectAscending(page, prices)
  })

  // Back undoes changes in quick succession as one step.
  await passMoment(page)

  await test.step('the times of the third flight filter the list, and Back undoes the filter', async () => {
    const filters = await openFilters(page)
    await filters.getByRole('slider', { name: 'Flight 3: departure from AUA, latest' }).press('Home')
    await expect(page).toHaveURL(/departure_3=-00(:|%3A)00/)
    await closeFilters(page)
    await expect(stateTitle(page, 'No flight fits this filter')).toBeVisible()
    const named = page.getByText(/^Flight 3: departure from AUA until /)
    await expect(named.and(page.locator('b'))).toBeVisible()
    await page.goBack()
    await expect(page).not.toHaveURL(/departure_3/)
    await expect(page).toHaveURL(/sort=price/)
    await expectResults(page)
  })

  await test.step('an open row has the details of each flight, and copies a summary of all flights', async () => {
    // The slider may have scrolled the page, and a long list renders only the rows near the window.
    await page.evaluate(() => window.scrollTo(0, 0))
    const row = page.locator('[aria-posinset="1"]')
    await row.getByRole('button', { name: /^Show flight details/ }).click()
    for (const name of ['Flight 1', 'Flight 2', 'Flight 3']) {
      await expect(row.getByRole('region', { name })).toBeVisible()
    }
    await expectNoViolations(page, { colorsOf: row })
    await expectFit(page, 'an open row')
    await row.getByRole('button', { name: 'Copy summary' }).click()
    await expect(row.getByRole('button', { name: 'Summary copied' })).toBeVisible()
    const summary = await page.evaluate(() => navigator.clipboard.readText())
    const lineOf = (day: number, route: string) => new RegExp(`^${formatDate(dayIn(day))} \\d{4}: ${route}, `, 'm')
    expect(summary).toMatch(lineOf(60, 'Amsterdam \\(AMS\\) to [^,]+ \\([A-Z]{3}\\)'))
    expect(summary).toMatch(lineOf(64, '[^,]+ \\([A-Z]{3}\\) to Oranjestad \\(AUA\\)'))
    expect(summary).toMatch(lineOf(70, 'Oranjestad \\(AUA\\) to Amsterdam \\(AMS\\)'))
    const price = await row
      .getByText(/^\$[\d,.]+$/)
      .first()
      .textContent()
    expect(summary).toContain(`\nTotal ${price} for 1 traveler`)
  })

  await test.step('the home page remembers the trip', async () => {
    await page.goto('/')
    await expect(page.getByRole('radio', { name: 'Multi-city' })).toBeChecked()
    await page.getByRole('link', { name: /AMS to NYC to AUA to AMS.*3 flights/ }).click()
    await expectResults(page)
  })

  await test.step('a trip with flights in the wrong order is rejected with the remedy', async () => {
    const wrong = new URLSearchParams({ ...Object.fromEntries(query), onward: `NYC-AUA-${dayIn(50)}` })
    await page.goto(`/search/flights?${wrong}`)
    await expect(stateTitle(page, 'Check your search')).toBeVisible()
    await expect(page.getByText(/Flight 2: date is before the previous flight: the earliest is/).last()).toBeVisible()
  })

  await test.step('prices of other days are for the second flight alone, and a day opens the whole trip', async () => {
    // Dates whose prices no other run of this test has cached.
    const start = 120
    const [out, second, home] = [dayIn(start), dayIn(start + 4), dayIn(start + 10)]
    const trip = { ...Object.fromEntries(query), date: out, onward: `NYC-AUA-${second},AUA-AMS-${home}` }
    await page.goto(`/search/flights?${new URLSearchParams(trip)}`)
    await expectResults(page)
    const strip = page.getByRole('navigation', { name: 'Prices of other days' })
    await strip.getByRole('button', { name: /^Flight 2/ }).click()
    const dates = page.getByRole('dialog', { name: 'Dates' })
    await dates.getByRole('button', { name: 'Flight 2 NYC–AUA' }).click()
    await expect(dates.getByText('Flight 2 bought alone.')).toBeVisible()
    const next = dates
      .getByRole('grid', { name: 'Prices by departure and return' })
      .getByRole('button', { name: new RegExp(formatDate(dayIn(start + 5))) })
    await next.click()
    await expect(next).toContainText('$')
    await expectNoViolations(page)
    await expectFit(page, 'the dates of a flight')
    await dates.getByRole('link', { name: 'See flights' }).click()
    await expect(page).toHaveURL(new RegExp(`onward=NYC-AUA-${dayIn(start + 5)}`))
    await expectResults(page)
  })
})

test('a trip with the maximum of six flights fits every width, and the dates of its last flight open', async ({
  guestPage: page,
}) => {
  const start = 200
  const onward = ['NYC-AUA', 'AUA-AMS', 'AMS-LHR', 'LHR-MAD', 'MAD-EZE'].map(
    (route, at) => `${route}-${dayIn(start + 3 * (at + 1))}`,
  )
  await page.goto(resultsPath({ origin: 'AMS', destination: 'NYC', date: dayIn(start), onward: onward.join() }))
  await expectResults(page)
  const strip = page.getByRole('navigation', { name: 'Prices of other days' })
  await expect(strip).toBeVisible()
  await expectFit(page, 'a trip with six flights')
  await strip.getByRole('button', { name: /^Flight 6/ }).click()
  await expect(page.getByRole('dialog', { name: 'Dates' }).getByText('Flight 6 bought alone.')).toBeVisible()
})

test('a trip without results offers the prices of other days for each flight', async ({ guestPage: page }) => {
  const start = 250
  const [date, second] = [dayIn(start), dayIn(start + 4)]
  await failTrip([`AMS-NYC-${date}`, `NYC-AUA-${second}`], 'empty')
  await page.goto(resultsPath({ origin: 'AMS', destination: 'NYC', date, onward: `NYC-AUA-${second}` }))
  await expect(stateTitle(page, 'No flights found')).toBeVisible()
  await expectNoViolations(page, { colorsOf: flightResults(page) })
  await expectFit(page, 'a trip without flights')
  const strip = page.getByRole('navigation', { name: 'Prices of other days' })
  await strip.getByRole('button', { name: /^Flight 2/ }).click()
  await expect(page.getByRole('dialog', { name: 'Dates' }).getByText('Flight 2 bought alone.')).toBeVisible()
})
