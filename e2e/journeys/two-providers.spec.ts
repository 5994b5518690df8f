import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { expectFit } from '../support/fit.ts'
import { startLiveProviders, type Turn } from '../support/live-providers.ts'
import { createOwnApp, type OwnApp } from '../support/own-app.ts'
import { phone } from '../support/phone.ts'
import { offers } from '../support/results.ts'
import { dayIn, newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

// The tests share one app with two providers, whose start takes longer than any of them.
test.describe.configure({ mode: 'serial' })

const atOnce: Turn = async () => {}
/** Answers as late as a real provider. No assertion depends on this time. */
const after = (seconds: number): Promise<void> => wait(seconds * 1000)
const down: Turn = async () => {
  throw new Error('down')
}
let turns: { amadeus: Turn; duffel: Turn } = { amadeus: atOnce, duffel: atOnce }
let isDear = false
let providers: Awaited<ReturnType<typeof startLiveProviders>>
let app: OwnApp

test.beforeAll(async () => {
  providers = await startLiveProviders(createPlaces(), {
    amadeus: () => turns.amadeus(),
    duffel: () => turns.duffel(),
    isDear: () => isDear,
  })
  app = await createOwnApp(providers.env)
  await app.start()
})
test.afterAll(async () => {
  await app?.[Symbol.asyncDispose]()
  await providers?.[Symbol.asyncDispose]()
})

const severalDays = (days: number) =>
  resultsPath({ origin: 'SEA', destination: 'NRT', date: dayIn(days), return_date: dayIn(days + 8), view: 'list' })

/** Simulates seven hours while the app is stopped: makes all times of the saved searches and their jobs seven hours older. */
const passSevenHours = () =>
  app.inDatabase(async (db) => {
    await db.$executeRaw`
      update saved_searches set saved_at = saved_at - interval '7 hours', asked_at = asked_at - interval '7 hours',
        latest_seen_at = latest_seen_at - interval '7 hours', next_ask_at = next_ask_at - interval '7 hours'`
    await db.$executeRaw`update price_points set at = at - interval '7 hours'`
    await db.$executeRaw`update graphile_worker._private_jobs set run_at = run_at - interval '7 hours'`
  })

const tripsLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Trips/ })

test('the first provider’s flights show at once, the second’s join on request, and duplicates are merged', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>()
  turns = {
    amadeus: async () => {
      await Promise.all([after(3), held.promise])
    },
    duffel: () => after(1),
  }
  const status = page.getByRole('status').first()

  await page.goto(app.url + severalDays(40))
  await expect(status).toHaveText(/^\d+ flights from 1 of 2 sources, still waiting for Amadeus/)
  await expect(page.locator('.list-notes')).toContainText('Test data')
  const first = offers(page).first()
  await first.getByRole('button', { name: /^Show flight details/ }).click()
  await expect(first.getByRole('region', { name: 'Out' })).toBeVisible()
  const read = await first.getAttribute('aria-label')
  const top = (await first.boundingBox())?.y

  held.resolve()
  await expect(status).toContainText('more results ready')
  expect(await first.getAttribute('aria-label')).toBe(read)
  expect((await first.boundingBox())?.y).toBe(top)
  await page
    .getByRole('button', { name: /^Show \d+ more results/ })
    .first()
    .click()
  await expect(status).toHaveText(/^\d+ flights from (Amadeus and Duffel|Duffel and Amadeus)/)
  const both = offers(page).filter({ hasText: /also \$[\d,]+ from (Amadeus|Duffel)/ })
  await expect(both.first()).toBeVisible()
  // The card shows the price of the cheaper provider, with the price of the other one beside it.
  await expect(both.first()).toContainText('from Amadeus')

  turns = { amadeus: atOnce, duffel: down }
  await page.goto(app.url + severalDays(60))
  await expect(status).toHaveText(/^\d+ flights from Amadeus; no answer from Duffel/)
  await expect(page.getByText('Duffel cannot be reached now')).toBeVisible()
  await expect(offers(page).first()).toContainText('Amadeus')
})

test('a search is saved from its results, the price falls hours later, and an alert shows until it is seen', async ({
  page,
}) => {
  isDear = true
  const held = Promise.withResolvers<void>()
  // Duffel answers only people's searches, so the scheduled search asks Amadeus.
  turns = {
    amadeus: atOnce,
    duffel: async () => {
      await held.promise
      await down()
    },
  }

  await page.goto(app.url + resultsPath(newSearch({ date: dayIn(45), return_date: dayIn(53) })))
  await expect(page.getByRole('status')).toContainText('still waiting for Duffel')
  await expect(page.getByRole('button', { name: 'Save search' })).toHaveCount(0)
  held.resolve()
  await page.getByRole('button', { name: 'Save search' }).click()
  const saved = page.getByRole('link', { name: 'Saved under Trips' })
  await expect(saved).toBeFocused()
  await expectFit(page, 'the saved search')
  await saved.click()
  await expect(page.getByRole('heading', { name: /^Saved searches/ })).toBeVisible()
  const window = page.viewportSize()
  await page.setViewportSize(phone.viewport)
  const ways = page.getByText('Notifications in this browser')
  // Until the browser has told what it can, the switch has its space only, and no box.
  await expect(ways).toBeVisible()
  const box = await ways.boundingBox()
  if (window) await page.setViewportSize(window)
  expect(box?.x, 'the distance of the notifications from the edge').toBeGreaterThanOrEqual(16)
  await expect(page.getByText('the same as at first')).toBeVisible()
  await expect(tripsLink(page)).toHaveAccessibleName('Trips')

  // A page that still loads files would report an error when the server stops.
  await page.goto('about:blank')
  await app.crash()
  await passSevenHours()
  isDear = false
  await app.start()
  await app.inDatabase((db) => expect.poll(() => db.priceAlert.count({ where: { seenAt: null } })).toBe(1))
  await page.goto(`${app.url}/hotels`)
  await expect(tripsLink(page)).toHaveAccessibleName('Trips 1 new price alert')
  await expectFit(page, 'the mark')

  const seen = page.waitForResponse(/\/api\/saved-searches\/seen/)
  await tripsLink(page).click()
  await expect(page.getByText(/^New Fell to \$/)).toBeVisible()
  await expect(page.getByText(/ less than at first$/)).toBeVisible()
  await expect(tripsLink(page)).toHaveAccessibleName('Trips')
  await expectFit(page, 'the alert')
  await seen
  // Navigation inside the app does not render the header again.
  await page.getByRole('banner').getByRole('link', { name: 'Hotels' }).click()
  await expect(page).toHaveURL(`${app.url}/hotels`)
  await expect(tripsLink(page)).toHaveAccessibleName('Trips')
  await page.goto(`${app.url}/trips`)
  await expect(page.getByText(/^Fell to \$/)).toBeVisible()
  await expect(tripsLink(page)).toHaveAccessibleName('Trips')
})
