import { expectNoViolations } from '../support/axe.ts'
import { expectHotels, newWideStay, staysPath } from '../support/hotels.ts'
import { failStay, healStay } from '../support/provider.ts'
import { hotelResults, stateTitle } from '../support/results.ts'
import { expect, test } from '../support/test.ts'

test('no hotels found differs from a failure, and offers a wider search radius', async ({ guestPage: page }) => {
  const stay = newWideStay({ place: 'PAR' })
  await failStay(stay, 'empty')
  await page.goto(staysPath(stay))
  await expect(stateTitle(page, 'No hotels found')).toBeVisible()
  await expect(page.getByRole('status').first()).toHaveText(/No hotels from Sample data/)
  await expectNoViolations(page, { colorsOf: hotelResults(page) })
  const wider = page.getByRole('link', { name: /^Search within \d+ km/ })
  const [km = ''] = /\d+/.exec((await wider.textContent()) ?? '') ?? []
  expect(Number(km)).toBeGreaterThan(Number(stay.radius_km))
  await wider.click()
  await expectHotels(page)
  await expect(page).toHaveURL(new RegExp(`radius_km=${km}(&|$)`))
})

test('a slow hotel provider shows static skeleton rows', async ({ guestPage: page }) => {
  const stay = newWideStay({ place: 'AUA' })
  await failStay(stay, 'held')
  await page.goto(staysPath(stay))
  const hotels = page.getByRole('region', { name: 'Hotels', exact: true })
  await expect(hotels).toHaveAttribute('aria-busy', 'true')
  const skeleton = page.locator('.skeleton')
  await expect(skeleton).toBeVisible()
  expect(await skeleton.evaluate((rows) => rows.getAnimations({ subtree: true }).length)).toBe(0)
  await healStay(stay)
  await expectHotels(page)
  await expect(hotels).toHaveAttribute('aria-busy', 'false')
})
