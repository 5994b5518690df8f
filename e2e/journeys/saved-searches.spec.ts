import type { Page } from '@playwright/test'
import { createPlaces } from '#lib/places/places.ts'
import { expectFit } from '../support/fit.ts'
import { startLiveProviders } from '../support/live-providers.ts'
import { createOwnApp, type OwnApp } from '../support/own-app.ts'
import { dayIn, newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const search = (days: number) => resultsPath(newSearch({ date: dayIn(days), return_date: dayIn(days + 8) }))
const atOnce = async () => {}

/** Moves the clock while the app is stopped: all times of the saved searches are seven hours longer ago. */
const passSevenHours = (app: OwnApp) =>
  app.inDatabase(async (db) => {
    await db.$executeRaw`
      update saved_searches set saved_at = saved_at - interval '7 hours', asked_at = asked_at - interval '7 hours',
        latest_seen_at = latest_seen_at - interval '7 hours', next_ask_at = next_ask_at - interval '7 hours'`
    await db.$executeRaw`update price_points set at = at - interval '7 hours'`
  })

const tripsLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Trips/ })
test('a search is saved from its results, the price falls hours later, and an alert shows until it is seen', async ({
  page,
}) => {
  let isDear = true
  const held = Promise.withResolvers<void>()
  await using providers = await startLiveProviders(createPlaces(), {
    amadeus: atOnce,
    // Only a person may ask it, so the scheduled search asks the other one.
    duffel: async () => {
      await held.promise
      throw new Error('down')
    },
    isDear: () => isDear,
  })
  await using app = await createOwnApp(providers.env)
  await app.start()

  await page.goto(app.url + search(40))
  await expect(page.getByRole('status')).toContainText('still waiting for Duffel')
  await expect(page.getByRole('button', { name: 'Save search' })).toHaveCount(0)
  held.resolve()
  await page.getByRole('button', { name: 'Save search' }).click()
  const saved = page.getByRole('link', { name: 'Saved under Trips' })
  await expect(saved).toBeFocused()
  await expectFit(page, 'the saved search')
  await saved.click()
  await expect(page.getByRole('heading', { name: /^Saved searches/ })).toBeVisible()
  await expect(page.getByText('as when you saved it')).toBeVisible()
  await expect(tripsLink(page)).toHaveAccessibleName('Trips')

  await app.crash()
  await passSevenHours(app)
  isDear = false
  await app.start()
  await expect(async () => {
    await page.goto(`${app.url}/hotels`)
    await expect(tripsLink(page)).toHaveAccessibleName('Trips 1 new price alert', { timeout: 1000 })
  }).toPass()
  await expectFit(page, 'the mark')

  const seen = page.waitForResponse(/\/api\/saved-searches\/seen/)
  await tripsLink(page).click()
  await expect(page.getByText(/^New Fell to \$/)).toBeVisible()
  await expect(page.getByText(/ less than at first$/)).toBeVisible()
  await expect(tripsLink(page)).toHaveAccessibleName('Trips')
  await expectFit(page, 'the alert')
  await seen
  // The header is not rendered again by a step inside the app.
  await page.getByRole('banner').getByRole('link', { name: 'Hotels' }).click()
  await expect(page).toHaveURL(`${app.url}/hotels`)
  await expect(tripsLink(page)).toHaveAccessibleName('Trips')
  await page.goto(`${app.url}/trips`)
  await expect(page.getByText(/^Fell to \$/)).toBeVisible()
  await expect(tripsLink(page)).toHaveAccessibleName('Trips')
})
