import { parseAsString, parseAsStringLiteral } from 'nuqs'
import { allianceGroups } from '../../model/flights/alliances.ts'
import { type TicketName, ticketNames, timeNames } from '../../model/flights/filters.ts'
import { stopGroups } from '../../model/flights/itinerary.ts'
import { nights } from '../../model/flights/night.ts'
import { flightSorts } from '../../model/flights/sort.ts'
import { mapNames } from '../../model/map-names.ts'
import {
  amountParser,
  atMostParser,
  clockParser,
  codesParser,
  flagParser,
  optionsParser,
  switchParser,
} from '../filter-parsers.ts'
import { listQuery } from '../list-query.ts'

/** The URL parameters of a list of round trips: whether all are in one list, and else the chosen outbound flights. */
export const stepParsers = { view: parseAsStringLiteral(['list']), out: parseAsString, row: parseAsString }

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
    ...mapNames(ticketNames, () => switchParser),
  },
  {
    minutes: 'max_minutes',
    ...mapNames(timeNames, (name) => name.replace(/[A-Z]|\d/, (part) => `_${part.toLowerCase()}`)),
    checkedBag: 'checked_bag',
    cabinBag: 'cabin_bag',
    airlineOnly: 'airline_only',
    separateTickets: 'separate_tickets',
  },
  ['view', 'out'],
)

/** The filters of tickets that the reader's profile sets: a URL names only what differs from them. */
export type TicketFilters = Readonly<Record<TicketName, boolean>>

/** The parameters of a list, with the reader's filters of tickets where the URL has none. */
export const withTickets = <Given extends Readonly<Record<TicketName, boolean | null>>>(
  given: Given,
  usual: TicketFilters,
) => ({ ...given, ...mapNames(ticketNames, (name) => given[name] ?? usual[name]) })

/** The ticket filters of a change as the URL has them: null for what the profile sets. */
export function ticketsIn(change: object, usual: TicketFilters): Partial<Record<TicketName, boolean | null>> {
  const values = new Map<string, unknown>(Object.entries(change))
  const changed = ticketNames.filter((name) => values.has(name))
  return Object.fromEntries(
    changed.map((name) => {
      const isOn = values.get(name) === true
      return [name, isOn === usual[name] ? null : isOn]
    }),
  )
}
