import { expectNoViolations } from '../support/axe.ts'
import { expectFit } from '../support/fit.ts'
import { phone } from '../support/phone.ts'
import { failSearch, healSearch } from '../support/provider.ts'
import { expectResults, flightResults, stateTitle } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test('a provider that is down is named as unreachable, and can be asked again even after the session ended', async ({
  guestPage: page,
  context,
}) => {
  const search = newSearch()
  await failSearch(search, 'down')
  await page.goto(resultsPath(search))
  await expect(stateTitle(page, 'Sample data cannot be reached')).toBeVisible()
  await expectNoViolations(page, { colorsOf: flightResults(page) })
  await test.step('on a phone', async () => {
    const window = page.viewportSize()
    await page.setViewportSize(phone.viewport)
    await expectFit(page, 'the state')
    await expectNoViolations(page, { colorsOf: flightResults(page) })
    if (window) await page.setViewportSize(window)
  })

  await healSearch(search)
  await context.clearCookies()
  await page.getByRole('button', { name: 'Ask again' }).click()
  await expectResults(page)
})

test('no flights found differs from a failure, and offers all airports of the city', async ({ guestPage: page }) => {
  const search = newSearch({ origin: 'LHR', destination: 'JFK', cabin: 'business' })
  await failSearch(search, 'empty')
  await page.goto(resultsPath(search))
  await expect(stateTitle(page, 'No flights found')).toBeVisible()
  await expect(page.getByRole('status')).toHaveText(/No flights from Sample data/)
  await expectNoViolations(page, { colorsOf: flightResults(page) })

  await page.getByRole('link', { name: 'All airports of London' }).click()
  await expectResults(page)
  await expect(page).toHaveURL(/origin=LON/)
})
