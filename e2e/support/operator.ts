import { expect, type Page } from '@playwright/test'
import type { OwnApp } from './own-app.ts'
import { haveAccount } from './people.ts'

/** Makes a new person the first operator of a new app: the console leads to the page for the printed token and back. */
export async function becomeFirstOperator(page: Page, app: OwnApp): Promise<void> {
  const [token = ''] = /atk_[0-9A-Za-z]{22}/.exec(app.printed()) ?? []
  await haveAccount(page.request, 'traveler', app)
  await page.goto('/console')
  await expect(page).toHaveURL('/operator')
  await page.getByLabel('Operator token').fill(token)
  await page.getByRole('button', { name: 'Become the operator' }).click()
  await expect(page).toHaveURL('/console')
}
