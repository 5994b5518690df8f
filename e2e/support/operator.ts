import { expect, type Page } from '@playwright/test'
import { addOperatorToken } from './operator-token.ts'
import { newPerson, signUp } from './people.ts'

/** Creates an account in the page's browser and makes it an operator. */
export async function becomeOperator(page: Page): Promise<void> {
  await signUp(page, newPerson())
  await makeOperator(page)
}

/** Creates the first operator of a new app, with the token that it printed. */
export async function becomeFirstOperator(page: Page, printed: string): Promise<void> {
  const [token = ''] = /atk_[0-9A-Za-z]{22}/.exec(printed) ?? []
  await signUp(page, newPerson())
  await page.goto('/operator')
  await page.getByLabel('Operator token').fill(token)
  await page.getByRole('button', { name: 'Become the operator' }).click()
  await expect(page).toHaveURL('/account')
}

/** Makes the account that is signed in an operator, with a token that the app did not print. */
export async function makeOperator(page: Page): Promise<void> {
  const role = page.getByText('Operator', { exact: true })
  // Another test may create a token on the command line, which revokes this one: then it is asked for again.
  const revoked = page.getByText('This token is invalid or was already used.')
  await expect(async () => {
    await page.goto('/operator')
    await page.getByLabel('Operator token').fill(await addOperatorToken())
    await page.getByRole('button', { name: 'Become the operator' }).click()
    await expect(revoked.or(role)).toBeVisible()
    expect(await revoked.isVisible()).toBe(false)
  }).toPass()
}
