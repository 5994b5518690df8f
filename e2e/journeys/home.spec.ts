import { expectResults, stateTitle } from '../support/results.ts'
import { typePlace } from '../support/search-form.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test('the home page remembers the last search: in the form, in the list, and on the chart', async ({
  guestPage: page,
}) => {
  await page.goto(resultsPath(newSearch({ origin: 'SEA', destination: 'NRT' })))
  await expectResults(page)
  await page.getByRole('link', { name: 'travel.aw home' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).toHaveValue('Seattle SEA')
  await expect(page.getByRole('img', { name: /Seattle.*Tokyo/ }).first()).toBeVisible()
  const recent = page.getByRole('region', { name: /^Recent searches/ }).getByRole('link', { name: /Seattle to Tokyo/ })
  await expect(recent).toContainText('from $')
  await expect(recent).toContainText('sample')
  await recent.click()
  await expectResults(page)

  await page.goto('/')
  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('None yet.')).toBeVisible()
})

test('swapping the places is done and said', async ({ page }) => {
  await page.goto('/')
  await typePlace(page, 'From', 'Seattle', /SEA/)
  await typePlace(page, 'To', 'Narita', /NRT/)
  await page.getByRole('button', { name: 'Swap from and to' }).click()
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).toHaveValue(/NRT/)
  await expect(page.getByRole('combobox', { name: 'To', exact: true })).toHaveValue(/SEA/)
  await expect(page.getByText('From Tokyo, to Seattle')).toBeAttached()
})

test('what is typed before the page has its script is not lost', async ({ page }) => {
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
  await page.keyboard.type('tle')
  await expect(input).toHaveValue('Seattle')
})

test('a place is found in spite of a typing error, and without its accents', async ({ page }) => {
  await page.goto('/')
  await typePlace(page, 'From', 'Zurihc', /ZRH/)
  await typePlace(page, 'To', 'sao paulo', /SAO/)
})

test('nobody can ask for more than nine seats, or for more infants than adults', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('button', { name: /^Travelers and cabin/ }).click()
  const more = (kind: string) => page.getByRole('button', { name: `One more: ${kind}` })
  const count = (kind: string) => page.getByRole('group', { name: kind }).getByRole('status')
  for (let adult = 1; adult < 9; adult++) await more('Adults').click()
  await expect(count('Adults')).toHaveText('9')
  await expect(more('Adults')).toHaveAttribute('aria-disabled', 'true')
  await expect(more('Children')).toHaveAttribute('aria-disabled', 'true')
  await more('Infants').click()
  await more('Infants').click()
  for (let adult = 9; adult > 1; adult--) await page.getByRole('button', { name: 'One fewer: Adults' }).click()
  await expect(count('Infants')).toHaveText('1')
})

test.describe(() => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('a search without a connection says so, and runs by itself when there is one', async ({
    guestPage: page,
    context,
  }) => {
    await page.goto('/')
    await context.route('**/api/search/**', (route) => route.abort('internetdisconnected'))
    await page.goto(resultsPath(newSearch()))
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(stateTitle(page, 'You are offline')).toBeVisible()
    await context.unroute('**/api/search/**')
    await context.setOffline(false)
    await expectResults(page)
  })
})
