import { expectNoViolations } from '../support/axe.ts'
import { haveAccount } from '../support/people.ts'
import { expectResults, offers } from '../support/results.ts'
import { dayIn, newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

for (const path of ['/', '/sign-in', '/sign-up', '/credits']) {
  test(`axe finds nothing on ${path}`, { tag: '@phone' }, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoViolations(page)
  })
}

for (const path of ['/account', '/operator']) {
  test(`axe finds nothing on ${path}, for a guest and for an account`, async ({ guestPage: page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoViolations(page)
    await haveAccount(page.request)
    await page.goto(path)
    await expectNoViolations(page)
  })
}

test('axe finds nothing on the results, nor on an open row', { tag: '@phone' }, async ({ guestPage: page }) => {
  // A few offers only: axe checks every element, and all rows are alike.
  await page.goto(resultsPath(newSearch({ adults: '2', return_date: dayIn(210), max_results: '6' })))
  await expectResults(page)
  await expectNoViolations(page)
  await offers(page)
    .first()
    .getByRole('button', { name: /^Show flight details/ })
    .click()
  await expect(page.getByText('Total, taxes included')).toBeVisible()
  await expectNoViolations(page)
})

test('axe finds nothing in the open place list, the calendar and the travelers panel', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('combobox', { name: 'From', exact: true }).fill('London')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Depart/ }).click()
  await expect(page.getByRole('grid').first()).toBeVisible()
  await expectNoViolations(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Travelers and cabin/ }).click()
  await expect(page.getByRole('group', { name: 'Adults' })).toBeVisible()
  await expectNoViolations(page)
})

test.describe(() => {
  test.use({ expectedErrors: [/status of 404/] })

  test('axe finds nothing on the page for an unknown path, which is a 404', async ({ page }) => {
    const answer = await page.goto('/nowhere')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoViolations(page)
  })
})
