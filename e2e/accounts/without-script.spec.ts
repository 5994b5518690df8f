import { newPerson, sendSignIn, signUp } from '../support/people.ts'
import { newResetLink } from '../support/reset-link.ts'
import { expect, test } from '../support/test.ts'

test.use({ javaScriptEnabled: false })

test('sign-up, its validation and sign-in work before any script has loaded', async ({ page }) => {
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

test('a reset link works once, before any script has loaded; any other link shows the reason instead of the form', async ({
  page,
}) => {
  const person = newPerson()
  await signUp(page, person)
  const link = await newResetLink(person.email)
  await page.goto(link)
  await page.getByLabel('New password').fill('another quiet harbour')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Your new password is set. Sign in with it.' })).toBeVisible()
  await page.goto(link)
  await expect(page.getByText('This link no longer works: it was used before')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await page.goto('/reset-password?token=user_1.1.x')
  await expect(page.getByText('This link no longer works')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveCount(0)
  await page.goto('/sign-in?next=/account')
  await sendSignIn(page, { ...person, password: 'another quiet harbour' })
  await expect(page).toHaveURL('/account')
})
