import type { Page } from '@playwright/test'
import { expectNoViolations } from '../support/axe.ts'
import { newPerson, sendSignIn, signUp } from '../support/people.ts'
import { expectResults, offers } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

const headerCurrency = (page: Page) => page.getByRole('banner').getByRole('combobox', { name: 'Currency' })
const checkedBags = (page: Page) => page.getByRole('group', { name: 'Checked bag' }).getByRole('status')

test('a guest sets bags and a currency, results follow, and a new account takes over the profile', async ({
  guestPage: page,
}) => {
  const person = newPerson()
  const search = newSearch({ origin: 'SEA', destination: 'NRT' })

  await test.step('the profile of a guest stays in the browser', async () => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await page.goto('/profile')
    await page.getByRole('button', { name: 'One more: Checked bag' }).click()
    await expect(page.getByText('Saved in this browser.')).toBeVisible()
    await page.getByRole('checkbox', { name: /^Sold by the airline only/ }).check()
    await page.getByRole('radio', { name: 'Window' }).check()
    await page.getByRole('radio', { name: '18:30' }).check()
    await expectNoViolations(page)
    await page.reload()
    await expect(checkedBags(page)).toHaveText('1')
    expect(sent.filter((request) => /checked_bags|travel-profile/.test(request))).toEqual([])
    const cookies = await page.context().cookies()
    expect(cookies.find(({ name }) => name === 'clock')?.value).toBe('h23')
    expect(JSON.stringify(cookies)).not.toContain('bags')
  })

  await test.step('prices include the bag, times follow the clock, and the usual filter goes with one press', async () => {
    await page.goto(resultsPath(search))
    await expectResults(page)
    await expect(offers(page).first().locator('.price-bags')).toHaveText(/^with 1 checked bag|bag price unknown$/)
    await expect(offers(page).first()).toContainText(/Seat choice: Included|seat price unknown/)
    await expect(offers(page).first()).not.toContainText(/\d [AP]M/)
    const line = page.getByRole('group', { name: 'How you travel' })
    const usual = line.getByRole('button', { name: 'Sold by the airline' })
    await expect(usual).toHaveAttribute('aria-pressed', 'true')
    await usual.click()
    await expect(usual).toHaveAttribute('aria-pressed', 'false')
    await expect(page).toHaveURL(/airline_only=0/)
  })

  await test.step('a currency converts the shown prices at once, and then asks the providers in it', async () => {
    let answer = () => {}
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route(/\/api\/search\/flights\?.*currency=EUR/, async (route) => {
      await mayAnswer
      await route.continue()
    })
    await headerCurrency(page).selectOption('EUR')
    await expect(page).toHaveURL(/currency=EUR/)
    await expect(offers(page).first().locator('.price b')).toHaveText(/^about €[\d,.]+$/)
    answer()
    await expect(offers(page).first().locator('.price b')).toHaveText(/^€[\d,.]+$/)
    await expect(page).toHaveURL(/airline_only=0/)
  })

  await test.step('a new account takes over the profile, and says so', async () => {
    await signUp(page, person)
    await expect(page.getByText(/^Your account had no travel profile/)).toBeVisible()
    await expect(headerCurrency(page)).toHaveValue('EUR')
    await page.goto('/profile')
    await expect(checkedBags(page)).toHaveText('1')
    await expect(page.getByText(/^Kept in your account/)).toBeVisible()
    const copy = await (await page.request.get('/api/account/export')).json()
    expect(copy.travel_profile).toMatchObject({ checked_bags: 1, currency: 'EUR', clock: 'h23' })
  })

  await test.step('after a sign-out this browser knows nothing of it, and after a sign-in it is back', async () => {
    await page.goto('/account')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expect(page).toHaveURL('/')
    await expect(headerCurrency(page)).toHaveValue('USD')
    await page.goto('/profile')
    await expect(checkedBags(page)).toHaveText('0')
    await page.goto('/sign-in?next=/profile')
    await sendSignIn(page, person)
    await expect(checkedBags(page)).toHaveText('1')
    await expect(headerCurrency(page)).toHaveValue('EUR')
  })
})

test.describe('a German browser', () => {
  test.use({ locale: 'de-DE' })

  test('starts with euros, and the 24-hour clock, without a flash', async ({ guestPage: page }) => {
    const html = await (await page.request.get('/', { headers: { 'accept-language': 'de-DE,de' } })).text()
    expect(html).toMatch(/<option[^>]*selected=""[^>]*>EUR</)
    const search = newSearch({ origin: 'MUC', destination: 'NRT', currency: 'EUR' })
    await page.goto(resultsPath(search))
    const row = offers(page).first()
    await expect(row.locator('.price b')).toHaveText(/^[\d.,]+\s€$/)
    await expect(row).not.toContainText(/\d [AP]M/)
  })
})
