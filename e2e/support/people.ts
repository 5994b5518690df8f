import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

export type Person = { readonly email: string; readonly password: string }

/** Somebody who has no account yet. */
export const newPerson = (): Person => ({
  email: `traveler-${randomUUID()}@example.com`,
  password: `four quiet words ${randomUUID().slice(0, 8)}`,
})

const fill = async (page: Page, { email, password }: Person): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
}

/** Makes an account on the page for it, and goes on to the home page. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/sign-up')
  await fill(page, person)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('/')
}

/** Fills in the sign-in page that is open, and sends it. */
export async function sendSignIn(page: Page, person: Person): Promise<void> {
  await fill(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
