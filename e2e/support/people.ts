import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { withDatabase } from './database.ts'
import { setting } from './setting.ts'
import { becomeGuest } from './test.ts'

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

type App = { readonly url: string; inDatabase<T>(work: (db: DatabaseClient) => Promise<T>): Promise<T> }

const sharedApp = (): App => ({ url: setting('TRAVEL_E2E_URL'), inDatabase: (work) => withDatabase(work) })

/**
 * Gives the cookie jar of `request` a session of a new traveler or operator, whose account has no password. This is
 * seconds faster than the sign-up and operator pages, which have their own tests.
 */
export async function haveAccount(
  request: APIRequestContext,
  role: 'traveler' | 'operator' = 'traveler',
  app: App = sharedApp(),
): Promise<{ email: string }> {
  const { email } = newPerson()
  await becomeGuest(request, app.url)
  const { user } = await (await request.get(`${app.url}/api/auth/session`)).json()
  const account = { email, role, isGuest: false, guestExpiresAt: null }
  await app.inDatabase((db) => db.user.update({ where: { id: String(user.id) }, data: account }))
  return { email }
}

/** Gives the sessions of an account a fresh sign-in, which one operation uses up. */
export const haveFreshSignIn = ({ email }: { email: string }, app: App = sharedApp()) =>
  app.inDatabase((db) => db.session.updateMany({ where: { user: { email } }, data: { provedAt: new Date() } }))

/** Creates an account on the sign-up page and waits for the home page. */
export async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/sign-up')
  await fill(page, person)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('/')
}

/** Fills in and sends the form of the open sign-in page. */
export async function sendSignIn(page: Page, person: Person): Promise<void> {
  await fill(page, person)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
