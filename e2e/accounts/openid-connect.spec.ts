import type { Page } from '@playwright/test'
import { withDatabase } from '../support/database.ts'
import { newPerson } from '../support/people.ts'
import { expectResults } from '../support/results.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Continue with Example identity' }).click()
  // The app's own sign-in page has fields with the same names.
  await expect(page.getByRole('heading', { name: 'Example identity' })).toBeVisible()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('OpenID Connect sign-in returns the user to the page they wanted', async ({ page }) => {
  const { email } = newPerson()
  const there = resultsPath(newSearch())
  await page.goto(`/sign-in?next=${encodeURIComponent(there)}`)
  await signInAtProvider(page, email)
  await expectResults(page)
  await expect(page).toHaveURL(there)

  await page.goto('/account')
  await expect(page.getByText(email).first()).toBeVisible()

  await test.step('an unverified email address is not stored with the account', async () => {
    await page.context().clearCookies()
    const unverified = `unverified-${newPerson().email}`
    await page.goto('/sign-in?next=/account')
    await signInAtProvider(page, unverified)
    await expect(page).toHaveURL('/account')
    await expect(page.getByRole('main').getByText(unverified)).toHaveCount(0)
    const where = { accounts: { some: { providerAccountId: unverified } } }
    const stored = await withDatabase((db) =>
      db.user.findMany({ where, select: { email: true, confirmedEmail: true } }),
    )
    expect(stored).toEqual([{ email: null, confirmedEmail: null }])
  })
})
