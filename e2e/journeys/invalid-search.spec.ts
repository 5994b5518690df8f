import { expectNoViolations } from '../support/axe.ts'
import { newStay, staysPath } from '../support/hotels.ts'
import { expectResults, stateTitle } from '../support/results.ts'
import { dayIn, newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const cases = [
  { what: 'a past date', wrong: { date: '2020-02-03' }, says: /^Departure is past/ },
  { what: 'a day that is no date', wrong: { date: '2027-02-30' }, says: /^Departure must be a real date/ },
  {
    what: 'the same origin and destination',
    wrong: { origin: 'NRT', destination: 'NRT' },
    says: /^Destination is the same as the origin/,
  },
  { what: 'an unknown airport', wrong: { origin: 'QQQ' }, says: /QQQ is not an airport/ },
  { what: '10 adults', wrong: { adults: '10' }, says: /^Adults must be at most 9/ },
  { what: 'more infants than adults', wrong: { infants: '2' }, says: /^Infants cannot be more than the adults/ },
  { what: 'a return before the departure', wrong: { return_date: dayIn(7) }, says: /^Return is before the departure/ },
]

for (const { what, wrong, says } of cases) {
  test(`an address with ${what} is not searched, and names the field`, async ({ guestPage: page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(resultsPath(newSearch(wrong)))
    await expect(stateTitle(page, 'This search cannot run as it is')).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: says })).toBeVisible()
    await expectNoViolations(page)
    expect(asked).not.toContain('/api/search/flights')
  })
}

test('an address that gives a value twice is not searched, and its form holds the first', async ({
  guestPage: page,
}) => {
  const search = newSearch({ origin: 'SEA', destination: 'NRT', adults: '2' })
  await page.goto(`${resultsPath(search)}&adults=3&destination=LHR`)
  await expect(stateTitle(page, 'This search cannot run as it is')).toBeVisible()
  const sentences = page.getByRole('main').locator('.state').getByRole('listitem')
  await expect(sentences).toHaveText([
    'Destination cannot be given more than once.',
    'Adults cannot be given more than once.',
  ])
  await page.goto(staysPath({ ...newStay(), rooms: '2' }).concat('&rooms=3'))
  await expect(sentences).toHaveText(['Rooms cannot be given more than once.'])
})

test('an address with several mistakes names each of them', async ({ guestPage: page }) => {
  await page.goto(resultsPath({ origin: 'SEA', adults: '0', cabin: 'hold' }))
  const sentences = page.getByRole('main').locator('.state').getByRole('listitem')
  await expect(sentences).toHaveCount(4)
  await expect(sentences.filter({ hasText: 'Choose where you fly to.' })).toHaveCount(1)
})

test('a search that is put right in the form runs', async ({ guestPage: page, isMobile }) => {
  await page.goto(resultsPath(newSearch({ origin: 'SEA', destination: 'SEA' })))
  if (isMobile) await page.getByRole('button', { name: /Change the search/ }).click()
  const form = isMobile ? page.getByRole('dialog', { name: 'Change the search' }) : page.getByRole('main')
  const to = form.getByRole('combobox', { name: 'To', exact: true })
  await to.fill('NRT')
  await expect(form.getByRole('option', { name: /NRT/, selected: true })).toBeVisible()
  await to.press('Enter')
  await form.getByRole('button', { name: 'Search', exact: true }).click()
  await expectResults(page)
})

test('a form that lacks something is not sent: each field says what it misses, and the first gets the focus', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('combobox', { name: 'From', exact: true })).toBeFocused()
  for (const sentence of ['Choose where you fly from.', 'Choose where you fly to.', 'Choose a date.']) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await expectNoViolations(page)
  await expect(page).toHaveURL('/')
})
