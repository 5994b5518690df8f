import { expectNoViolations } from '../support/axe.ts'
import { failSearch, healSearch } from '../support/provider.ts'
import { expectResults, flightResults, stateTitle } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test('a provider that is down is named as unreachable and can be asked again', { tag: '@phone' }, async ({
  guestPage: page,
}) => {
  const search = newSearch()
  await failSearch(search, 'down')
  await page.goto(resultsPath(search))
  await expect(stateTitle(page, 'Amadeus cannot be reached')).toBeVisible()
  await expectNoViolations(page, { colorsOf: flightResults(page) })

  await healSearch(search)
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expectResults(page)
})

test('a provider whose gateway returns an HTML page counts as down, and the page is not shown', async ({
  guestPage: page,
}) => {
  const search = newSearch()
  await failSearch(search, 'html')
  await page.goto(resultsPath(search))
  await expect(stateTitle(page, 'Amadeus cannot be reached')).toBeVisible()
  await expect(page.getByText('Bad Gateway')).toHaveCount(0)
})

test('a provider timeout has its own message and ends the search at its time limit', async ({ guestPage: page }) => {
  const search = newSearch()
  await failSearch(search, 'hang')
  await page.goto(resultsPath(search))
  await expect(page.getByText('waiting, stops at 15 s')).toBeVisible()
  await expectNoViolations(page, { colorsOf: flightResults(page) })
  await expect(stateTitle(page, 'Amadeus did not answer within 15 s')).toBeVisible()

  await healSearch(search)
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expectResults(page)
})

test('a provider that limits requests can be asked again after the countdown', async ({ guestPage: page }) => {
  const search = newSearch()
  await failSearch(search, '429')
  await page.clock.install()
  await page.goto(resultsPath(search))
  await expect(stateTitle(page, 'Amadeus limits how often we may ask')).toBeVisible()
  const ask = page.getByRole('button', { name: 'Ask now' })
  await expect(ask).toBeDisabled()
  await expectNoViolations(page, { colorsOf: flightResults(page) })

  await healSearch(search)
  await page.clock.runFor(31_000)
  await ask.click()
  await expectResults(page)
})

test('no flights found differs from a failure, and offers all airports of the city', async ({ guestPage: page }) => {
  const search = newSearch({ origin: 'LHR', destination: 'JFK', cabin: 'business' })
  await failSearch(search, 'empty')
  await page.goto(resultsPath(search))
  await expect(stateTitle(page, 'No flights found')).toBeVisible()
  await expect(page.getByRole('status')).toHaveText(/No flights from 1 of 1 source/)
  await expectNoViolations(page, { colorsOf: flightResults(page) })

  await page.getByRole('link', { name: 'All airports of London' }).click()
  await expectResults(page)
  await expect(page).toHaveURL(/origin=LON/)
})

test('a retry after the session ended starts a guest session', async ({ guestPage: page, context }) => {
  const search = newSearch()
  await failSearch(search, 'down')
  await page.goto(resultsPath(search))
  await expect(stateTitle(page, 'Amadeus cannot be reached')).toBeVisible()
  await healSearch(search)
  await context.clearCookies()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expectResults(page)
})
