import { expect, type Page } from '@playwright/test'
import { newOperatorToken } from './operator-token.ts'
import { newPerson, signUp } from './people.ts'

/** Creates an account in the page's browser and makes it an operator. */
export async function becomeOperator(page: Page): Promise<void> {
  await signUp(page, newPerson())
  await page.goto('/operator')
  await page.getByLabel('Operator token').fill(await newOperatorToken())
  await page.getByRole('button', { name: 'Become the operator' }).click()
  await expect(page).toHaveURL('/account')
}
