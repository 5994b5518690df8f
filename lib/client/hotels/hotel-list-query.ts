import { parseAsString, parseAsStringLiteral, type UrlKeys } from 'nuqs'
import { hotelSorts } from '../../travel/hotels/sort.ts'
import { amountParser, atMostParser, choiceParser, flagParser } from '../filter-parsers.ts'
import { addressNames } from '../list-query.ts'

/** How the order, the open row and the filters stand in the address, beside the names of the search. */
export const hotelListParsers = {
  sort: parseAsStringLiteral(hotelSorts).withDefault('best'),
  row: parseAsString,
  stars: choiceParser,
  boards: choiceParser,
  chains: choiceParser,
  price: amountParser,
  distance: atMostParser,
  freeCancellation: flagParser,
}

/** What is called otherwise in the address: the search itself has other names like these. */
export const hotelUrlKeys: UrlKeys<typeof hotelListParsers> = {
  stars: 'with_stars',
  boards: 'with_board',
  distance: 'max_km',
  freeCancellation: 'free',
}

export const hotelListNames: readonly string[] = addressNames(hotelListParsers, hotelUrlKeys)
