import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { HotelSearch } from '#runner/contract/capabilities/hotel-search.ts'
import { CardLanguage } from './card-language.ts'

const field = { language: CardLanguage.describe('Language of the texts in the picture. Default: en.').default('en') }

/** The queries of link previews: a search and the language of its picture. */
export const FlightCardQuery = FlightSearch.safeExtend(field)
export const HotelCardQuery = HotelSearch.safeExtend(field)
