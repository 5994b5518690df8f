'use server'

import { cookies } from 'next/headers'
import { LANGUAGE_COOKIE, readLanguage } from '#lib/shared/languages.ts'

const YEAR_S = 365 * 24 * 3600

/** Keeps the chosen language for a year. The page is rendered again, in that language and at the same address. */
export async function chooseLanguage(data: FormData): Promise<void> {
  // A hand-made request may hold anything as form.
  const value = data instanceof FormData ? data.get('language') : undefined
  const language = typeof value === 'string' ? readLanguage(value) : undefined
  if (!language) return
  const jar = await cookies()
  jar.set(LANGUAGE_COOKIE, language, { path: '/', maxAge: YEAR_S, sameSite: 'lax' })
}
