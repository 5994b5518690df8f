import { expectResults, stateTitle } from '../support/results.ts'
import { typePlace } from '../support/search-form.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test('the home page remembers the last search in the form and the list', async ({ guestPage: page }) => {
  await page.goto(resultsPath(newSearch({ origin: 'SEA', destination: 'NRT' })))
  await expectResults(page)
  await page.getByRole('link', { name: 'travel.aw home' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).toHaveValue('Seattle SEA')
  const recent = page.getByRole('region', { name: /^Recent searches/ }).getByRole('link', { name: /Seattle to Tokyo/ })
  await expect(recent).toContainText('from $')
  await expect(recent).toContainText('sample')
  await recent.click()
  await expectResults(page)

  await page.goto('/')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText(/^No recent searches yet\./)).toBeVisible()
})

test('text typed before hydration is kept', async ({ page }) => {
  const script = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const input = page.getByRole('combobox', { name: 'From', exact: true })
  await input.focus()
  await page.keyboard.type('Seat')
  await expect(input).toHaveValue('Seat')
  script.resolve()
  await expect(page.getByRole('option', { name: /SEA/, selected: true })).toBeVisible()
  // React replays the event on hydration.
  await input.evaluate((element) => element.dispatchEvent(new FocusEvent('focusin', { bubbles: true })))
  await page.keyboard.type('tle')
  await expect(input).toHaveValue('Seattle')
})

test.describe(() => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('a search whose response never arrives is shown as a lost connection; tried again offline, it shows a notice and runs once the browser is online', async ({
    guestPage: page,
    context,
  }) => {
    await context.route('**/api/search/**', (route) => route.abort('internetdisconnected'))
    await page.goto(resultsPath(newSearch()))
    await expect(stateTitle(page, 'Connection lost')).toBeVisible()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(stateTitle(page, 'You are offline')).toBeVisible()
    await context.unroute('**/api/search/**')
    await context.setOffline(false)
    await expectResults(page)
  })
})

test('the form finds places despite typos, and a popover sets travelers and cabin', async ({ page }) => {
  await page.goto('/')
  // Exactly one link leads to the hotels.
  await expect(page.getByRole('link', { name: 'Hotels' })).toHaveCount(1)
  await typePlace(page, 'From', 'Zurihc', /ZRH/)
  await typePlace(page, 'To', 'sao paulo', /SAO/)

  const party = page.getByRole('button', { name: /^Travelers and cabin/ })
  await party.click()
  await page.getByRole('button', { name: 'One more: Adults' }).click()
  await page.getByText('Business', { exact: true }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(party).toHaveText(/2 travelers, Business$/)

  await test.step('a press into a filled field selects its text, so that typing replaces it', async () => {
    const from = page.getByRole('combobox', { name: 'From', exact: true })
    await from.click()
    const selected = () => from.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd])
    await expect.poll(() => selected()).toEqual([0, 'Zurich ZRH'.length])
  })
})
