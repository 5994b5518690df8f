import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs'
import type { HotelFilters } from '../../travel/hotels/filters.ts'
import { hotelSorts } from '../../travel/hotels/sort.ts'
import { amountParser, atMostParser, choiceParser, flagParser } from '../filter-parsers.ts'
import { withListed } from '../flights/flight-list-query.ts'

/** How the order, the open row and the filters stand in the address, beside the names of the search. */
export const hotelListParsers = {
  sort: parseAsStringLiteral(hotelSorts).withDefault('best'),
  row: parseAsString,
  with_stars: choiceParser,
  with_board: choiceParser,
  chains: choiceParser,
  price: amountParser,
  max_km: atMostParser,
  free: flagParser,
}

type HotelListQuery = inferParserType<typeof hotelListParsers>

export function hotelFiltersOf(query: HotelListQuery): HotelFilters {
  return {
    stars: query.with_stars,
    boards: query.with_board,
    chains: query.chains,
    price: query.price,
    distance: query.max_km,
    freeCancellation: query.free === true,
  }
}

export function hotelListQueryOf(filters: HotelFilters): Omit<HotelListQuery, 'sort' | 'row'> {
  return {
    with_stars: filters.stars,
    with_board: filters.boards,
    chains: filters.chains,
    price: filters.price,
    max_km: filters.distance,
    free: filters.freeCancellation || null,
  }
}

/** A search's query with the order and the filters of a list's address; the open row stays behind. */
export function withHotelListQuery(query: string, listed: string): string {
  return withListed(query, listed, hotelListParsers)
}
