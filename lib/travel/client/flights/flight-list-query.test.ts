import fc from 'fast-check'
import { createLoader, createSerializer } from 'nuqs'
import { describe, expect, it } from 'vitest'
import { type FlightFilters, noFlightFilters } from '../../model/flights/filters.ts'
import { someFilters } from '../../model/flights/testing-market.ts'
import { flightList, ticketsIn, withTickets } from './flight-list-query.ts'

const options = { urlKeys: flightList.urlKeys }
const serialize = createSerializer(flightList.parsers, options)
const usual = { airlineOnly: false, separateTickets: false }
const write = (filters: FlightFilters): string => serialize({ ...filters, ...ticketsIn(filters, usual) })
const load = createLoader(flightList.parsers, options)

function read(search: string): FlightFilters {
  const { sort: _sort, row: _row, ...filters } = withTickets(load(search), usual)
  return filters
}

describe('filters in the URL', () => {
  it('round-trip', () => {
    fc.assert(
      fc.property(someFilters, (filters) => {
        // A range without ends and a choice that excludes nothing do not filter, so they are not written.
        const meant = Object.fromEntries(
          Object.entries(filters).map(([name, value]) => {
            const isEmpty =
              typeof value === 'object' &&
              value !== null &&
              ('kind' in value
                ? value.kind === 'except' && value.values.length === 0
                : value.from === null && value.to === null)
            const isLongest = name === 'minutes' && typeof value === 'object' && value !== null && 'to' in value
            if (isEmpty) return [name, null]
            return [name, isLongest ? (value.to === null ? null : { from: null, to: value.to }) : value]
          }),
        )
        const sorted = JSON.parse(JSON.stringify(meant), (_, value) =>
          Array.isArray(value) ? value.toSorted() : value,
        )
        expect(read(write(filters))).toEqual(sorted)
      }),
    )
  })

  it('are readable, and absent without filters', () => {
    expect(write(noFlightFilters)).toBe('')
    const filters: FlightFilters = {
      ...noFlightFilters,
      airlines: { kind: 'except', values: ['UA'] },
      stops: { kind: 'only', values: ['0'] },
      alliances: { kind: 'only', values: [] },
      price: { from: null, to: 2900 },
      minutes: { from: null, to: 720 },
      outDeparture: { from: 360, to: 1320 },
      backArrival: { from: 600, to: null },
      departure3: { from: null, to: 720 },
      arrival6: { from: 0, to: 720 },
      checkedBag: true,
    }
    expect(write(filters)).toBe(
      '?stops=0&airlines=-UA&alliances=none&price=-2900&max_minutes=720&out_departure=06:00-22:00' +
        '&back_arrival=10:00-&departure_3=-12:00&arrival_6=00:00-12:00&checked_bag=1',
    )
    expect(read(write(filters))).toEqual(filters)
  })

  it.each([
    'airlines=<script>',
    'airlines=',
    'stops=%00',
    `via=${'AAA,'.repeat(100)}`,
    'price=a-b',
    'price=-',
    'price=1-2-3',
    'price=1e9-',
    'max_minutes=-5',
    'out_departure=25:00-',
    'out_departure=06:70-',
    'checked_bag=yes',
  ])('%s is not a filter', (search) => {
    expect(read(search)).toEqual(noFlightFilters)
  })
})

it.each([
  ['', { airlineOnly: true, separateTickets: false }],
  ['airline_only=0', { airlineOnly: false, separateTickets: false }],
  ['separate_tickets=1', { airlineOnly: true, separateTickets: true }],
])('the URL "%s" differs from the filters of the profile only where it names one', (search, expected) => {
  expect(withTickets(load(search), { airlineOnly: true, separateTickets: false })).toMatchObject(expected)
})
