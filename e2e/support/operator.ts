import { expect, type Page } from '@playwright/test'
import { newOperatorToken } from './operator-token.ts'
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

/**
 * Makes the account that is signed in an operator. A new token replaces the one before it, so another
 * test may take this one's away: then it is asked for again.
 */
export async function makeOperator(page: Page): Promise<void> {
  const replaced = page.getByText('This token is invalid or was already used.')
  const role = page.getByText('Operator', { exact: true })
  await expect(async () => {
    await page.goto('/operator')
    await page.getByLabel('Operator token').fill(await newOperatorToken())
    await page.getByRole('button', { name: 'Become the operator' }).click()
    await expect(replaced.or(role)).toBeVisible()
    expect(await replaced.isVisible()).toBe(false)
  }).toPass()
}
