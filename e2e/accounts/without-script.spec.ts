import { newPerson } from '../support/people.ts'
import { newSearch, resultsPath } from '../support/searches.ts'
import { expect, test } from '../support/test.ts'

test.use({ javaScriptEnabled: false })

test('before any script has loaded, somebody can continue as a guest', async ({ page }) => {
  await page.goto(resultsPath(newSearch()))
  await page.getByRole('button', { name: 'Continue as guest and search' }).click()
  await expect(page.getByRole('link', { name: 'Guest' })).toBeVisible()
})

test('before any script has loaded, somebody can sign up, is told of a mistake, and can sign in', async ({ page }) => {
  const person = newPerson()
  await page.goto('/sign-up?next=/account')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Use at least 10 characters.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL('/account')

  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.goto('/sign-in?next=/account')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/account')
})
