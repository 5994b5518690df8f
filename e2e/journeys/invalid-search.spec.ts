import { expectNoViolations } from '../support/axe.ts'
import { newStay, staysPath } from '../support/hotels.ts'
import { phone } from '../support/phone.ts'
import { expectResults, stateTitle } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test('an invalid URL is not searched, and the page names each field; corrected in the form, the search runs', async ({
  guestPage: page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const sentences = page.getByRole('main').getByRole('listitem')
  await test.step('hotels', async () => {
    const cases = [
      [{ place: 'QQQ' }, /QQQ is not a city or airport/],
      [{ child_ages: '5,' }, /^Choose the age of each child/],
    ] as const
    for (const [wrong, says] of cases) {
      await page.goto(staysPath(newStay(wrong)))
      await expect(stateTitle(page, 'Check your search')).toBeVisible()
      await expect(sentences.filter({ hasText: says })).toBeVisible()
      await expect(page.getByRole('form', { name: 'Search hotels' }).getByText(says)).toBeVisible()
    }
    await expectNoViolations(page)
  })

  await test.step('flights', async () => {
    await page.goto(`${resultsPath(newSearch({ adults: '2' }))}&adults=3&destination=LHR`)
    await expect(sentences).toHaveText([
      'Destination can have only one value, but the link has several: choose one.',
      'Adults can have only one value, but the link has several: choose one.',
    ])
    await page.goto(resultsPath(newSearch({ origin: 'SEA', destination: 'SEA' })))
    await expect(stateTitle(page, 'Check your search')).toBeVisible()
    expect(asked.filter((path) => path.startsWith('/api/search/'))).toEqual([])
    // On a phone, the form is in a dialog.
    await page.setViewportSize(phone.viewport)
    await page.getByRole('button', { name: /Change the search/ }).click()
    const form = page.getByRole('dialog', { name: 'Change the search' })
    const to = form.getByRole('combobox', { name: 'To', exact: true })
    await to.fill('NRT')
    await expect(form.getByRole('option', { name: /NRT/, selected: true })).toBeVisible()
    await to.press('Enter')
    await form.getByRole('button', { name: 'Search', exact: true }).click()
    await expectResults(page)
  })
})
