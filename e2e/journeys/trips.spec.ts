import type { Locator, Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { expectTimes, saveCalendar, shownTimes } from '../support/calendar.ts'
import { withDatabase } from '../support/database.ts'
import { expectFit } from '../support/fit.ts'
import { expectHotels, staysPath } from '../support/hotels.ts'
import { open } from '../support/open.ts'
import { phone } from '../support/phone.ts'
import { expectResults, offers } from '../support/results.ts'
import { dayIn, newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

/** Opens the row at a position and saves its offer. */
async function save(page: Page, at: number): Promise<void> {
  const row = offers(page).nth(at)
  await row.getByRole('button', { name: /^Show/ }).click()
  const button = row.getByRole('button', { name: 'Save', exact: true })
  await expect(button).toBeVisible()
  // The other offers of a hotel arrive later and move the button, which could lose the press.
  await expect(row.getByText('Asking for every offer of this hotel.')).toHaveCount(0)
  await button.click()
  await expect(row.getByRole('button', { name: 'Saved under Trips' })).toBeVisible()
}

test('a guest saves flights and a stay, compares the flights, removes a trip and undoes this by keyboard', async ({
  guestPage: page,
}) => {
  await page.goto('/trips')
  await expect(page.getByRole('heading', { name: 'Nothing saved yet' })).toBeVisible()
  await expectNoViolations(page)

  // Later dates than the stay, so that the page lists the stay first.
  const days = { date: dayIn(200), return_date: dayIn(210) }
  // The app knows the sites of all airlines that fly this route.
  const search = newSearch({ ...days, origin: 'SEA', destination: 'NRT', adults: '2', max_results: '6', view: 'list' })
  await page.goto(resultsPath(search))
  await expectResults(page)
  for (const at of [0, 1, 2]) await save(page, at)
  const stay = { place: 'AUA', check_in: dayIn(81), check_out: dayIn(84) }
  await page.goto(staysPath(stay))
  await expectHotels(page)
  await save(page, 0)

  await page.getByRole('banner').getByRole('link', { name: 'Trips' }).click()
  await expect(page).toHaveURL('/trips')
  await expect(page.getByText('Only this browser can open these trips')).toBeVisible()
  const remove = page.getByRole('button', { name: /^Remove / })
  await expect(remove).toHaveCount(4)
  await expect(page.getByText('Sample data', { exact: true })).toHaveCount(4)

  const times = page.locator('.trip-time')
  const stayed = page.locator('.trip').filter({ hasNot: times })
  const flown = page.locator('.trip').filter({ has: times }).first()
  await test.step('flights for one trip are its options, and a booked trip shows its code masked', async () => {
    await expect(flown.getByText('Option A')).toBeVisible()
    for (const trip of [stayed, flown]) {
      await trip.getByRole('button', { name: /^I booked this/ }).click()
      await page.getByLabel('Booking reference, if you have it').fill('x4qz9a')
      await page.getByRole('button', { name: 'Save as booked' }).click()
      await expect(trip.getByText('•••Z9A')).toBeVisible()
    }
    await expect(page.getByRole('heading', { name: 'Booked 2' })).toBeVisible()
    await expectFit(page, 'booked trips')
  })

  await test.step('the calendar file of a trip has its days, or the times of its flights', async () => {
    const addOf = (trip: Locator) => trip.getByRole('button', { name: 'Add to calendar' })
    const [nights, ...others] = (await saveCalendar(page, addOf(stayed))).events
    expect(others).toEqual([])
    expect([nights?.startDate, nights?.endDate].map(String)).toEqual([stay.check_in, stay.check_out])
    const { events } = await saveCalendar(page, addOf(flown))
    const shown = await shownTimes(flown.locator('.trip-time'))
    expect(shown).toHaveLength(4)
    const [first, , , last] = shown
    expectTimes([events[0]?.startDate, events.at(-1)?.endDate], [first ?? '', last ?? ''])
  })

  const compare = page.getByRole('checkbox', { name: /^Compare/ })
  await compare.nth(1).check()
  // A stay cannot be compared with flights.
  await expect(compare.nth(0)).toBeDisabled()
  for (const at of [2, 3]) await compare.nth(at).check()
  await expect(page.getByRole('columnheader')).toHaveCount(3)
  await expectFit(page, 'a comparison')
  await expectNoViolations(page)

  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main').locator('button:visible, input:visible')).toHaveCount(0)
  await expect(page.getByRole('columnheader')).toHaveCount(3)
  await page.emulateMedia({ media: 'screen' })

  await remove.first().press('Enter')
  const undo = page.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  await expect(remove).toHaveCount(3)
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(4)
  await expect(page.getByRole('status')).toHaveText('Trip restored.')
  await remove.first().press('Enter')
  await expect(remove).toHaveCount(3)
  await page.reload()
  await expect(remove).toHaveCount(3)

  await page.getByRole('link', { name: 'Search again' }).first().click()
  await expect(page).toHaveURL(/\/search\/(flights|hotels)\?/)

  await test.step('the seller links of three compared flights fit on a phone', async () => {
    // Only live offers have a link to a seller, and no live provider runs here.
    const saved = [search.origin, search.destination, search.date].map((part) => ({ search: { contains: part } }))
    await withDatabase((db) => db.savedOffer.updateMany({ where: { AND: saved }, data: { data: 'live' } }))
    await page.setViewportSize(phone.viewport)
    await open(page, '/trips', compare.first())
    await expect(compare).toHaveCount(3)
    for (const box of await compare.all()) await box.check()
    const comparison = page.getByRole('region', { name: 'Comparison' })
    await expect(comparison.getByRole('button', { name: /^Open / })).toHaveCount(3)
    await expectFit(page, 'a comparison of three')
    await expect.poll(() => comparison.evaluate((box) => box.scrollWidth - box.clientWidth), 'hidden beside it').toBe(0)
  })
})
