import { parseAsString, parseAsStringLiteral, type UrlKeys } from 'nuqs'
import { timeNames } from '../../travel/flights/filters.ts'
import { flightSorts } from '../../travel/flights/sort.ts'
import { mapNames } from '../../travel/map-names.ts'
import { amountParser, atMostParser, choiceParser, clockParser, flagParser } from '../filter-parsers.ts'
import { addressNames } from '../list-query.ts'

/** The URL parameters for order, open row and filters, beside those of the search. */
export const flightListParsers = {
  sort: parseAsStringLiteral(flightSorts).withDefault('best'),
  row: parseAsString,
  stops: choiceParser,
  airlines: choiceParser,
  alliances: choiceParser,
  via: choiceParser,
  nights: choiceParser,
  price: amountParser,
  minutes: atMostParser,
  ...mapNames(timeNames, () => clockParser),
  checkedBag: flagParser,
  cabinBag: flagParser,
}

/** Parameters with another name in the URL. */
export const flightUrlKeys: UrlKeys<typeof flightListParsers> = {
  minutes: 'max_minutes',
  ...mapNames(timeNames, (name) => name.replace(/[A-Z]|\d/, (part) => `_${part.toLowerCase()}`)),
  checkedBag: 'checked_bag',
  cabinBag: 'cabin_bag',
}

export const flightListNames: readonly string[] = addressNames(flightListParsers, flightUrlKeys)
