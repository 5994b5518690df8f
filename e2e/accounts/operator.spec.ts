import { speak } from '../support/language.ts'
import { open } from '../support/open.ts'
import { newOperatorToken } from '../support/operator-token.ts'
import { haveAccount, sentBy } from '../support/people.ts'
import { becomeGuest, expect, test } from '../support/test.ts'

test('an operator token works once and makes its bearer the operator', async ({ page, browser, appUrl }) => {
  const token = await newOperatorToken()
  await haveAccount(page.request)
  await page.goto('/operator')
  await page.getByLabel('Operator token').fill(token)
  await page.getByRole('button', { name: 'Become the operator' }).click()
  await expect(page).toHaveURL('/account')
  await expect(page.getByText('Operator', { exact: true })).toBeVisible()
  await page.goto('/operator')
  await expect(page.getByText('You are the operator.')).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await becomeGuest(other.request, appUrl)
  await other.goto('/operator')
  await other.getByLabel('Operator token').fill(token)
  await other.getByRole('button', { name: 'Become the operator' }).click()
  await expect(other.getByText('This token is invalid or was already used.')).toBeVisible()
  await other.goto('/account')
  await expect(other.getByText('Operator', { exact: true })).toHaveCount(0)
  await other.context().close()
})

test('a malformed token is rejected before the form is sent', async ({ guestPage: page }) => {
  const become = page.getByRole('button', { name: 'Become the operator' })
  await open(page, '/operator', become)
  const sent = sentBy(page)
  await page.getByLabel('Operator token').fill('atk_short')
  await become.click()
  await expect(page.getByText('Paste the whole token: atk_ and 22 letters and digits')).toBeVisible()
  expect(sent).toEqual([])
})

test('an operator token requires a session', async ({ page }) => {
  await page.goto('/operator')
  await expect(page).toHaveURL('/sign-in?next=/operator')
})

test('the page is marked as English when the pages around it are in another language', async ({
  guestPage: page,
  appUrl,
}) => {
  await speak(page, 'de', appUrl)
  await page.goto('/operator')
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  const main = page.getByRole('main')
  await expect(main).toHaveAttribute('lang', 'en')
  await expect(main).toHaveAttribute('dir', 'ltr')
  await expect(main.getByRole('button', { name: 'Become the operator' })).toBeVisible()
})
