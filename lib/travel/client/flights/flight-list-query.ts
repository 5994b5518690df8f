import { parseAsString, parseAsStringLiteral } from 'nuqs'
import { allianceGroups } from '../../model/flights/alliances.ts'
import { timeNames } from '../../model/flights/filters.ts'
import { stopGroups } from '../../model/flights/itinerary.ts'
import { nights } from '../../model/flights/night.ts'
import { flightSorts } from '../../model/flights/sort.ts'
import { mapNames } from '../../model/map-names.ts'
import { amountParser, atMostParser, clockParser, codesParser, flagParser, optionsParser } from '../filter-parsers.ts'
import { listQuery } from '../list-query.ts'

/** The URL parameters for order, open row and filters, beside those of the search. */
export const flightList = listQuery(
  {
    sort: parseAsStringLiteral(flightSorts).withDefault('best'),
    row: parseAsString,
    stops: optionsParser(stopGroups),
    airlines: codesParser,
    alliances: optionsParser(allianceGroups),
    via: codesParser,
    nights: optionsParser(nights),
    price: amountParser,
    minutes: atMostParser,
    ...mapNames(timeNames, () => clockParser),
    checkedBag: flagParser,
    cabinBag: flagParser,
  },
  {
    minutes: 'max_minutes',
    ...mapNames(timeNames, (name) => name.replace(/[A-Z]|\d/, (part) => `_${part.toLowerCase()}`)),
    checkedBag: 'checked_bag',
    cabinBag: 'cabin_bag',
  },
)
