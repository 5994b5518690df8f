import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from './test.ts'

/** Marks a request as sent from this machine, which may create profiles without the setup code. */
export const fromHere = { 'x-forwarded-for': '127.0.0.1' }

interface Asked {
  description: string
  keys: readonly { name: string; description: string }[]
  hosts: readonly string[]
}

/** Creates a profile as an agent on this machine does. Returns the profile's token. */
export async function askForProfile(
  request: APIRequestContext,
  data: Asked,
  headers: Record<string, string> = fromHere,
): Promise<string> {
  const created = await request.post('/profiles', { headers, data })
  expect(created.status(), await created.text()).toBe(201)
  const { profile_id: token } = await created.json()
  return token
}

/** As the operator, opens the profile with this description and locks it. */
export async function lockProfile(page: Page, description: string): Promise<void> {
  await page.goto('/console/profiles')
  await page.getByRole('link', { name: `“${description}”` }).click()
  await page.getByRole('button', { name: 'Lock profile' }).click()
  await expect(page.getByText('The profile is locked. Its agent can run scripts now.')).toBeVisible()
}
