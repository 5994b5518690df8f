import { expectNoViolations } from '../support/axe.ts'
import { newStay, staysPath } from '../support/hotels.ts'
import { expectResults, stateTitle } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const cases = [
  { what: 'a past date', wrong: { date: '2020-02-03' }, says: /^Departure is past/ },
  { what: 'an unknown airport', wrong: { origin: 'QQQ' }, says: /QQQ is not an airport/ },
  { what: 'an unknown currency', wrong: { currency: 'XXX' }, says: /^Currency XXX is not a currency that we know/ },
]

test('an invalid URL is not searched, and the page names the field', async ({ guestPage: page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const { what, wrong, says } of cases) {
    await test.step(what, async () => {
      await page.goto(resultsPath(newSearch(wrong)))
      await expect(stateTitle(page, 'Check your search')).toBeVisible()
      await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: says })).toBeVisible()
    })
  }
  await expectNoViolations(page)
  expect(asked).not.toContain('/api/search/flights')
})

test('for a URL with repeated parameters or several errors, the page names each error', async ({ guestPage: page }) => {
  const search = newSearch({ origin: 'SEA', destination: 'NRT', adults: '2' })
  await page.goto(`${resultsPath(search)}&adults=3&destination=LHR`)
  await expect(stateTitle(page, 'Check your search')).toBeVisible()
  const sentences = page.getByRole('main').getByRole('listitem')
  await expect(sentences).toHaveText([
    'Destination can have only one value, but the link has several: choose one.',
    'Adults can have only one value, but the link has several: choose one.',
  ])
  await page.goto(staysPath({ ...newStay(), rooms: '2' }).concat('&rooms=3'))
  await expect(sentences).toHaveText(['Rooms can have only one value, but the link has several: choose one.'])
  await page.goto(resultsPath({ origin: 'SEA', adults: '0', cabin: 'hold' }))
  await expect(sentences).toHaveCount(4)
  await expect(sentences.filter({ hasText: 'Choose where you fly to.' })).toHaveCount(1)
})

test('a search corrected in the form runs', { tag: '@phone' }, async ({ guestPage: page, isMobile }) => {
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
