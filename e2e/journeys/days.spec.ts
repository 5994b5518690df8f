import { formatDate } from '#lib/travel/model/format.ts'
import { addDays } from '#lib/travel/model/offset-time.ts'
import { expectNoViolations } from '../support/axe.ts'
import { withDatabase } from '../support/database.ts'
import { failSearch } from '../support/provider.ts'
import { expectResults, offers, prices } from '../support/results.ts'
import { executionsOf, newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test.use({ asksDayPrices: true })

const strip = 'Prices of other days'

test('the nearest days are priced in the background, other days on request, and each day opens with one press; a phone shows them in a sheet', async ({
  guestPage: page,
}) => {
  const search = newSearch({ origin: 'SEA', destination: 'NRT' })
  const on = (step: number) => new RegExp(`^${formatDate(addDays(search.date, step))}`)
  await page.goto(`${resultsPath(search)}&sort=duration`)
  await expectResults(page)
  const days = page.getByRole('navigation', { name: strip })
  for (const step of [-2, -1, 1, 2]) await expect(days.getByRole('link', { name: on(step) })).toContainText('$')
  await expect(days.getByRole('link', { name: on(0) })).toHaveAttribute('aria-current', 'date')
  for (const step of [-3, 3]) await expect(days.getByRole('button', { name: on(step) })).toContainText('Check price')

  await days.getByRole('button', { name: on(3) }).click()
  await expect(days.getByRole('link', { name: on(3) })).toContainText('$')

  const [promised = ''] =
    /\$\d+(?:,\d{3})*(?:\.\d+)?/.exec((await days.getByRole('link', { name: on(1) }).textContent()) ?? '') ?? []
  await days.getByRole('link', { name: on(1) }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`date=${addDays(search.date, 1)}.*sort=duration`))
  await expectResults(page)
  await expect(days.getByRole('link', { name: on(1) })).toBeFocused()
  const cheapest = page.getByRole('tab', { name: /^Cheapest/ }).locator('b')
  await expect(cheapest).toHaveText(promised)
  await expect(offers(page).first()).toContainText('saved')

  await test.step('More dates is in view at every width, and from 720 px so are the buttons of the weeks', async () => {
    for (const width of [1280, 1100, 1024, 768, 720, 390, 320]) {
      await page.setViewportSize({ width, height: 780 })
      for (const name of ['More dates', ...(width < 720 ? [] : ['A week earlier', 'A week later'])]) {
        await expect(days.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 })
      }
    }
  })

  await test.step('on a phone, a sheet shows the prices of other days, and says that filters do not count', async () => {
    await page.setViewportSize({ width: 360, height: 780 })
    const open = page.getByRole('button', { name: 'Dates', exact: true })
    await open.click()
    const sheet = page.getByRole('dialog', { name: 'Dates' })
    await expect(sheet.getByRole('button', { name: on(1) })).toContainText('$')
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(open).toBeFocused()
    await page.goto(`${page.url()}&stops=0`)
    await open.click()
    await expect(sheet.getByText('Prices without filters')).toBeVisible()
  })
})

test('a day whose background search fails keeps its Check price button and leaves the list as it is', async ({
  guestPage: page,
}) => {
  const search = newSearch()
  const next = { ...search, date: addDays(search.date, 1) }
  await failSearch(next, 'down')
  await page.goto(resultsPath(search))
  await expectResults(page)
  const listed = await prices(page)
  expect(listed.length).toBeGreaterThan(1)
  const status = page.getByRole('status')
  const [count = ''] = /^\d+ (?:sample )?flights/.exec((await status.textContent()) ?? '') ?? []
  expect(count).not.toBe('')
  const days = page.getByRole('navigation', { name: strip })
  const before = new RegExp(`^${formatDate(addDays(search.date, -1))}`)
  await expect(days.getByRole('link', { name: before })).toContainText('$')
  await withDatabase(async (db) => {
    const asked = () => db.execution.findMany({ where: executionsOf(next), select: { status: true, errorCode: true } })
    await expect.poll(asked).toEqual([{ status: 'error', errorCode: 'API_UNAVAILABLE' }])
  })
  await expect(days.getByRole('button', { name: new RegExp(`^${formatDate(next.date)}`) })).toContainText('Check price')
  // The list may have drawn further rows meanwhile.
  expect((await prices(page)).slice(0, listed.length)).toEqual(listed)
  await expect(status).toHaveText(new RegExp(`^${count}\\b`))
})
