import { expectNoViolations } from '../support/axe.ts'
import { expectHotels, newStay, newWideStay, staysPath } from '../support/hotels.ts'
import { failStay, healStay } from '../support/provider.ts'
import { stateTitle } from '../support/results.ts'
import { dayIn } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

for (const fault of ['down', 'html'] as const) {
  test(`a hotel provider that fails as "${fault}" is named as not reachable, and is asked again on request`, async ({
    guestPage: page,
  }) => {
    const stay = newWideStay()
    await failStay(stay, fault)
    await page.goto(staysPath(stay))
    await expect(stateTitle(page, 'Amadeus cannot be reached')).toBeVisible()
    await expect(page.getByText('nobody knows whether there are hotels')).toBeVisible()
    await expectNoViolations(page)
    await healStay(stay)
    await page.getByRole('button', { name: 'Ask again' }).click()
    await expectHotels(page)
  })
}

test('a hotel provider that does not answer in time is given up at its limit', async ({ guestPage: page }) => {
  const stay = newWideStay()
  await failStay(stay, 'hang')
  await page.goto(staysPath(stay))
  await expect(page.getByText('waiting, stops at 15 s')).toBeVisible()
  await expectNoViolations(page)
  await expect(stateTitle(page, 'Amadeus did not answer within 15 s')).toBeVisible({ timeout: 45_000 })
  await expectNoViolations(page)
})

test('a hotel provider that throttles us can be asked again when the countdown is over', async ({
  guestPage: page,
}) => {
  const stay = newWideStay()
  await failStay(stay, '429')
  await page.clock.install()
  await page.goto(staysPath(stay))
  await expect(stateTitle(page, 'Amadeus limits how often we may ask')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ask now' })).toBeDisabled()
  await expectNoViolations(page)
  await healStay(stay)
  await page.clock.runFor(31_000)
  await page.getByRole('button', { name: 'Ask now' }).click()
  await expectHotels(page)
})

test('no hotels found is told apart from a failure, and offers a wider circle one step away', async ({
  guestPage: page,
}) => {
  const stay = newWideStay({ place: 'PAR' })
  await failStay(stay, 'empty')
  await page.goto(staysPath(stay))
  await expect(stateTitle(page, 'No hotels found')).toBeVisible()
  await expect(page.getByRole('status').first()).toHaveText(/No hotels from 1 of 1 source/)
  await expectNoViolations(page)
  await page.getByRole('link', { name: /^Search within \d+ km/ }).click()
  await expectHotels(page)
})

test('a slow hotel provider is waited for under still skeleton rows', async ({ guestPage: page }) => {
  const stay = newWideStay()
  await failStay(stay, 'slow')
  await page.goto(staysPath(stay))
  const hotels = page.getByRole('region', { name: 'Hotels', exact: true })
  await expect(hotels).toHaveAttribute('aria-busy', 'true')
  await expect(page.locator('.skeleton')).toBeVisible()
  await expectHotels(page)
  await expect(hotels).toHaveAttribute('aria-busy', 'false')
})

test('a stay that is opened without a session says what it asks, and one click runs it', async ({ page }) => {
  await page.goto(staysPath(newStay({ place: 'AUA' })))
  await expect(stateTitle(page, 'Hotels in Oranjestad')).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('button', { name: 'Continue as guest and search' }).click()
  await expectHotels(page)
})

const wrong: { what: string; change: Record<string, string>; says: RegExp; atField: boolean }[] = [
  {
    what: 'a check-out before the check-in',
    change: { check_out: dayIn(3) },
    says: /^Check-out must be after the check-in/,
    atField: true,
  },
  { what: 'a past date', change: { check_in: '2020-02-03' }, says: /^Check-in is (past|in the past)/, atField: true },
  {
    what: 'a stay of 100 nights',
    change: { check_in: dayIn(10), check_out: dayIn(110) },
    says: /^Check-out is more than 99 nights/,
    atField: true,
  },
  { what: 'an unknown place', change: { place: 'QQQ' }, says: /QQQ is not a city or airport/, atField: true },
  { what: '0 guests', change: { adults: '0' }, says: /^Adults must be at least 1/, atField: true },
  { what: '10 guests', change: { adults: '10' }, says: /^Adults must be at most 9/, atField: true },
  { what: '12 rooms', change: { rooms: '12' }, says: /^Rooms must be at most 9/, atField: true },
  { what: 'children without ages', change: { child_ages: '5,' }, says: /^Choose the age of each child/, atField: true },
  {
    what: 'a price range upside down',
    change: { price_min: '200', price_max: '100' },
    says: /^Highest price is below/,
    atField: false,
  },
]

for (const { what, change, says, atField } of wrong) {
  test(`a hotel address with ${what} is not searched, and names the field`, async ({ guestPage: page, isMobile }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(staysPath(newStay(change)))
    await expect(stateTitle(page, 'This search cannot run as it is')).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: says })).toBeVisible()
    if (atField && !isMobile) await expect(page.locator('.sbar .field-error').filter({ hasText: says })).toBeVisible()
    await expectNoViolations(page)
    expect(asked).not.toContain('/api/search/hotels')
  })
}
