import * as z from 'zod'
import type { PageLanguage } from '#lib/platform/model/languages.ts'

/** The languages whose letters the card's fonts have. */
export const CardLanguage = z.enum(['en', 'es', 'nl', 'de'])
export type CardLanguage = z.infer<typeof CardLanguage>

/** The language of the card for a page; English if the fonts lack the letters of the page's language. */
export const cardLanguageOf = (language: PageLanguage): CardLanguage => CardLanguage.catch('en').parse(language)
