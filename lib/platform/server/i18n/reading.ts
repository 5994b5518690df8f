import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { CLOCK_COOKIE, readClock } from '../../model/clock.ts'
import { LANGUAGE_COOKIE, type PageLanguage } from '../../model/languages.ts'
import type { Namespace } from '../../model/texts.ts'
import { chooseLanguage } from './choose-language.ts'
import { formatLocale } from './format-locale.ts'
import { textsInJson } from './messages-of.ts'

/** The language of this request's page, and the locale of its dates, numbers and prices. */
export const readingOf = cache(async (): Promise<{ language: PageLanguage; locale: string }> => {
  const [jar, list] = await Promise.all([cookies(), headers()])
  const accepted = list.get('accept-language')
  const language = chooseLanguage(jar.get(LANGUAGE_COOKIE)?.value, accepted)
  return { language, locale: formatLocale(accepted, language, readClock(jar.get(CLOCK_COOKIE)?.value)) }
})

/** The properties of a TextsProvider with these namespaces. */
export async function textsFor(...names: readonly Namespace[]): Promise<{ locale: string; json: string }> {
  const { language, locale } = await readingOf()
  return { locale, json: textsInJson(language, names) }
}
