import * as z from 'zod'
import type { PageLanguage } from '#lib/platform/model/languages.ts'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'

/** The languages whose letters the card's fonts have. */
export const CardLanguage = z.enum(['en', 'es', 'nl', 'de'])
export type CardLanguage = z.infer<typeof CardLanguage>

/** The language of the card for a page; English if the fonts lack the letters of the page's language. */
export const cardLanguageOf = (language: PageLanguage): CardLanguage => CardLanguage.catch('en').parse(language)

const field = { language: CardLanguage.describe('Language of the texts in the picture. Default: en.').default('en') }

/** The queries of link previews: a search and the language of its picture. */
export const FlightCardQuery = FlightSearch.safeExtend(field)
export const HotelCardQuery = HotelSearch.safeExtend(field)
