'use server'

import { cookies, headers } from 'next/headers'
import { getCurrentUser, services } from '#lib/compose/server.ts'
import { LANGUAGE_COOKIE, readLanguage, realLanguage } from '#lib/platform/model/languages.ts'

const YEAR_S = 365 * 24 * 3600

/**
 * Stores the chosen language for a year, and sets the mail language of a signed-in person. The page is rendered again,
 * in that language and at the same URL.
 */
export async function chooseLanguage(data: FormData): Promise<void> {
  // The body of a forged request can be something other than a form.
  const value = data instanceof FormData ? data.get('language') : undefined
  const language = typeof value === 'string' ? readLanguage(value) : undefined
  const { checkOrigin, alertMail } = await services()
  if (!language || checkOrigin(await headers()) !== 'own') return
  const jar = await cookies()
  jar.set(LANGUAGE_COOKIE, language, { path: '/', maxAge: YEAR_S, sameSite: 'lax' })
  const principal = await getCurrentUser()
  if (principal !== null) await alertMail.writeIn(principal, realLanguage(language))
}
