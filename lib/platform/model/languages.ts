/** The cookie with the language that the reader has chosen; absent means the browser's languages decide. */
export const LANGUAGE_COOKIE = 'language'

/** The languages of the pages for travelers, each with its own name for itself. All have every message. */
export const languageNames = {
  en: 'English',
  es: 'Español',
  nl: 'Nederlands',
  de: 'Deutsch',
  ja: '日本語',
} as const
export type Language = keyof typeof languageNames
export const languages: readonly Language[] = Object.keys(languageNames).filter(isLanguage)

/** Pseudo-locales for tests, generated from English: accented and longer text, and the same from right to left. */
const pseudoLanguages = ['en-XA', 'ar-XB'] as const
type PseudoLanguage = (typeof pseudoLanguages)[number]

/** A language that a page can be written in. */
export type PageLanguage = Language | PseudoLanguage

export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languageNames, text)
}

/** The language that a cookie names; undefined if the value is not a language. */
export function readLanguage(value: string | undefined): PageLanguage | undefined {
  if (value === undefined || isLanguage(value)) return value
  return pseudoLanguages.find((language) => language === value)
}

/** The language of stored settings and mails: English for a pseudo-locale, which is made from English. */
export function realLanguage(language: PageLanguage): Language {
  return isLanguage(language) ? language : 'en'
}

export function directionOf(language: PageLanguage): 'ltr' | 'rtl' {
  return language === 'ar-XB' ? 'rtl' : 'ltr'
}
