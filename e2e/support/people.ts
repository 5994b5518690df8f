import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

export type Person = { readonly email: string; readonly password: string }

/** A person without an account. */
export const newPerson = (): Person => ({
  email: `traveler-${randomUUID()}@example.com`,
  password: `four quiet words ${randomUUID().slice(0, 8)}`,
})

const fill = async (page: Page, { email, password }: Person): Promise<void> => {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
}

/** Creates an account on the sign-up page and waits for the home page. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/sign-up')
  await fill(page, person)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('/')
}

/** Fills in and sends the open sign-in page. */
export async function sendSignIn(page: Page, person: Person): Promise<void> {
  await fill(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
