import { parseAsString, parseAsStringLiteral } from 'nuqs'
import { UNKNOWN } from '../../model/hotels/filters.ts'
import { hotelSorts } from '../../model/hotels/sort.ts'
import { boardOptions } from '../../model/hotels/words.ts'
import { amountParser, atMostParser, codesParser, flagParser, nameParser, optionsParser } from '../filter-parsers.ts'
import { listQuery } from '../list-query.ts'

/** The URL parameters for order, open row and filters, beside those of the search, which has some of the same names. */
export const hotelList = listQuery(
  {
    sort: parseAsStringLiteral(hotelSorts).withDefault('best'),
    row: parseAsString,
    stars: optionsParser(['1', '2', '3', '4', '5', UNKNOWN]),
    boards: optionsParser(boardOptions),
    chains: codesParser,
    price: amountParser,
    distance: atMostParser,
    freeDays: atMostParser,
    freeCancellation: flagParser,
    payLater: flagParser,
    conditions: flagParser,
    name: nameParser,
  },
  {
    stars: 'with_stars',
    boards: 'with_board',
    distance: 'max_km',
    freeDays: 'free_days',
    freeCancellation: 'free',
    payLater: 'pay_later',
    name: 'hotel',
  },
)
