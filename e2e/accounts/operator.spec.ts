import { newOperatorToken } from '../support/operator-token.ts'
import { haveAccount } from '../support/people.ts'
import { becomeGuest, expect, test } from '../support/test.ts'

test('an operator token works once and makes its bearer the operator', async ({ page, browser, appUrl }) => {
  const token = await newOperatorToken()
  await haveAccount(page.request)
  await page.goto('/operator')
  await page.getByLabel('Operator token').fill(token)
  await page.getByRole('button', { name: 'Become the operator' }).click()
  await expect(page).toHaveURL('/console')
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  await page.goto('/operator')
  await expect(page.getByText('You are the operator.')).toBeVisible()

  const other = await (await browser.newContext()).newPage()
  await becomeGuest(other.request, appUrl)
  await other.goto('/operator')
  await expect(other.getByText('You are a guest.')).toBeVisible()
  await expect(other.getByLabel('Operator token')).toHaveCount(0)
  await haveAccount(other.request)
  await other.goto('/operator')
  await other.getByLabel('Operator token').fill(token)
  await other.getByRole('button', { name: 'Become the operator' }).click()
  await expect(other.getByText('This token is invalid or was already used.')).toBeVisible()
  await other.goto('/account')
  await expect(other.getByText('Operator', { exact: true })).toHaveCount(0)
  await other.context().close()
})
