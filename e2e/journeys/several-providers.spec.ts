import { createPlaces } from '#lib/places/places.ts'
import { startLiveProviders } from '../support/live-providers.ts'
import { createOwnApp } from '../support/own-app.ts'
import { offers } from '../support/results.ts'
import { dayIn, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const search = (days: number) =>
  resultsPath({ origin: 'SEA', destination: 'NRT', date: dayIn(days), return_date: dayIn(days + 8) })

test('the first provider’s flights show at once, the second joins without moving them, and one flight is one card', async ({
  page,
}) => {
  const held = Promise.withResolvers<void>()
  let isDuffelDown = false
  await using providers = await startLiveProviders(createPlaces(), {
    amadeus: () => held.promise,
    duffel: async () => {
      if (isDuffelDown) throw new Error('down')
    },
  })
  await using app = await createOwnApp(providers.env)
  await app.start()
  const status = page.getByRole('status')

  await page.goto(app.url + search(40))
  await expect(status).toHaveText(/^\d+ flights from 1 of 2 sources, still waiting for Amadeus/)
  await expect(offers(page).first()).toContainText('Test data')
  const first = offers(page).first()
  await first.getByRole('button', { name: /^Show flight details/ }).click()
  const read = await first.getAttribute('aria-label')
  const top = (await first.boundingBox())?.y

  held.resolve()
  await expect(status).toContainText('more results ready')
  expect(await first.getAttribute('aria-label')).toBe(read)
  expect((await first.boundingBox())?.y).toBe(top)
  await page.getByRole('button', { name: /^Show \d+ more results/ }).click()
  await expect(status).toHaveText(/^\d+ flights from 2 of 2 sources/)
  const both = offers(page).filter({ hasText: /also \$[\d,]+ from (Amadeus|Duffel)/ })
  await expect(both.first()).toBeVisible()
  // The cheaper provider's price is the card's; the other's stands beside it.
  await expect(both.first()).toContainText('from Amadeus')

  isDuffelDown = true
  await page.goto(app.url + search(60))
  await expect(status).toHaveText(/^\d+ flights from 1 of 2 sources/)
  await expect(page.getByText('Duffel cannot be reached now')).toBeVisible()
  await expect(offers(page).first()).toContainText('Amadeus')
})
