import { expectNoViolations } from '../support/axe.ts'
import { answerDays, answerSearches, marketOffers, marketSearch } from '../support/market.ts'
import { haveAccount } from '../support/people.ts'
import { expectResults, offers } from '../support/results.ts'
import { resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test.describe(() => {
  test.use({ expectedErrors: [/status of 404/] })

  test('axe finds nothing on the account pages, the credits and the 404 page', async ({ page }) => {
    for (const path of ['/sign-in', '/sign-up', '/credits', '/nowhere']) {
      await test.step(path, async () => {
        const answer = await page.goto(path)
        expect(answer?.status()).toBe(path === '/nowhere' ? 404 : 200)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expectNoViolations(page)
      })
    }
  })
})

test('axe finds nothing on /account and /operator, for a guest and for an account', async ({ guestPage: page }) => {
  const check = async () => {
    for (const path of ['/account', '/operator']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectNoViolations(page)
    }
  }
  await test.step('a guest', check)
  await haveAccount(page.request)
  await test.step('an account', check)
})

test('axe finds nothing on the results, nor on an open row with several fares', { tag: '@phone' }, async ({
  guestPage: page,
}) => {
  await answerDays(page, {})
  await answerSearches(page, { skill: 'flight-search', provider: 'Amadeus', results: marketOffers(9) })
  await page.goto(resultsPath(marketSearch))
  await expectResults(page)
  await expectNoViolations(page)
  await offers(page)
    .first()
    .getByRole('button', { name: /^Show flight details/ })
    .click()
  await expect(page.getByRole('group', { name: '3 fares on these flights' })).toBeVisible()
  await expect(page.getByText('Total, taxes included')).toBeVisible()
  await expectNoViolations(page)
})

test('axe finds nothing on the home page, nor in its open place list, calendar and travelers panel', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoViolations(page)
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
