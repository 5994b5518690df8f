import { expect, type Page } from '@playwright/test'
import { newPerson, signUp } from './people.ts'

/** Makes a new person the first operator of a new app. `printed`: the app's output, which contains the token. */
export async function becomeFirstOperator(page: Page, printed: string): Promise<void> {
  const [token = ''] = /atk_[0-9A-Za-z]{22}/.exec(printed) ?? []
  await signUp(page, newPerson())
  await page.goto('/operator')
  await page.getByLabel('Operator token').fill(token)
  await page.getByRole('button', { name: 'Become the operator' }).click()
  await expect(page).toHaveURL('/account')
}
