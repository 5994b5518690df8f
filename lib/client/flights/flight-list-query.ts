import { type inferParserType, parseAsString, parseAsStringLiteral } from 'nuqs'
import type { FlightFilters } from '../../travel/flights/filters.ts'
import { sorts } from '../../travel/flights/sort.ts'
import { amountParser, atMostParser, choiceParser, clockParser, flagParser } from '../filter-parsers.ts'

/** How the order, the open row and the filters stand in the address, beside the names of the search. */
export const listParsers = {
  sort: parseAsStringLiteral(sorts).withDefault('best'),
  row: parseAsString,
  stops: choiceParser,
  airlines: choiceParser,
  alliances: choiceParser,
  via: choiceParser,
  nights: choiceParser,
  price: amountParser,
  max_minutes: atMostParser,
  out_departure: clockParser,
  out_arrival: clockParser,
  back_departure: clockParser,
  back_arrival: clockParser,
  checked_bag: flagParser,
  cabin_bag: flagParser,
}

export type ListQuery = inferParserType<typeof listParsers>

export function filtersOf(query: ListQuery): FlightFilters {
  const { stops, airlines, alliances, via, nights, price } = query
  return {
    stops,
    airlines,
    alliances,
    via,
    nights,
    price,
    minutes: query.max_minutes,
    outDeparture: query.out_departure,
    outArrival: query.out_arrival,
    backDeparture: query.back_departure,
    backArrival: query.back_arrival,
    checkedBag: query.checked_bag === true,
    cabinBag: query.cabin_bag === true,
  }
}

export function listQueryOf(filters: FlightFilters): Omit<ListQuery, 'sort' | 'row'> {
  const { stops, airlines, alliances, via, nights, price } = filters
  return {
    stops,
    airlines,
    alliances,
    via,
    nights,
    price,
    max_minutes: filters.minutes,
    out_departure: filters.outDeparture,
    out_arrival: filters.outArrival,
    back_departure: filters.backDeparture,
    back_arrival: filters.backArrival,
    checked_bag: filters.checkedBag || null,
    cabin_bag: filters.cabinBag || null,
  }
}

/** A search's query with the order and the filters of a list's address; the open row stays behind. */
export function withListQuery(query: string, listed: string): string {
  return withListed(query, listed, listParsers)
}

/** The same for a list of which `names` stand in the address. */
export function withListed(query: string, listed: string, names: object): string {
  const result = new URLSearchParams(query)
  for (const [name, value] of new URLSearchParams(listed)) {
    if (Object.hasOwn(names, name) && name !== 'row') result.set(name, value)
  }
  return result.toString()
}
