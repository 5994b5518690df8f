import { expectNoViolations } from '../support/axe.ts'
import { expectHotels, newStay, newWideStay, staysPath } from '../support/hotels.ts'
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

const wrong: { what: string; change: Record<string, string>; says: RegExp; atField: boolean }[] = [
  { what: 'an unknown place', change: { place: 'QQQ' }, says: /QQQ is not a city or airport/, atField: true },
  { what: 'children without ages', change: { child_ages: '5,' }, says: /^Choose the age of each child/, atField: true },
  {
    what: 'an inverted price range',
    change: { price_min: '200', price_max: '100' },
    says: /^Highest price is below/,
    atField: false,
  },
]

test('an invalid hotel URL is not searched, and the page names the field', async ({ guestPage: page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const { what, change, says, atField } of wrong) {
    await test.step(what, async () => {
      await page.goto(staysPath(newStay(change)))
      await expect(stateTitle(page, 'Check your search')).toBeVisible()
      await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: says })).toBeVisible()
      if (atField) await expect(page.getByRole('form', { name: 'Search hotels' }).getByText(says)).toBeVisible()
    })
  }
  await expectNoViolations(page)
  expect(asked).not.toContain('/api/search/hotels')
})
