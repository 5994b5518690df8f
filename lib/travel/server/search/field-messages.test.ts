import { describe, expect, test } from 'vitest'
import { messagesOf } from '#lib/platform/server/i18n/messages-of.ts'
import type { FieldFault } from '#runner/contract/field-fault.ts'
import { checkFlightDays, checkFlightSearch, readFlightQuery } from '../../model/flights/flight-query.ts'
import { flightSentences } from '../../model/flights/flight-sentences.ts'
import { checkHotelDays, checkHotelSearch, readHotelQuery } from '../../model/hotels/hotel-query.ts'
import { hotelSentences } from '../../model/hotels/hotel-sentences.ts'
import { flightSearchInput } from './flight-search-input.ts'
import { hotelSearchInput } from './hotel-search-input.ts'

type Problems = Readonly<Record<string, FieldFault | undefined>>
type Query = Readonly<Record<string, string>>

const now = '2027-01-01'
const nowMs = Date.parse(`${now}T12:00:00Z`)
const cities: Readonly<Record<string, string>> = { LHR: 'LON', LGW: 'LON', AMS: 'AMS', AUA: 'AUA' }
const places = {
  byCode(code: string) {
    const cityCode = cities[code]
    const where = { lat: 52, lon: 4, centre: { lat: 52, lon: 4 }, zone: 'UTC', country: 'Somewhere', countryCode: 'XX' }
    const named = { type: 'airport' as const, code, name: code, city: code, airports: [code] }
    return cityCode === undefined ? undefined : { ...where, ...named, cityCode }
  },
  nearest: () => undefined,
}

const flight = { origin: 'LHR', destination: 'AMS', date: '2027-02-01' }
const stay = { place: 'AMS', check_in: '2027-02-01', check_out: '2027-02-03' }

const write = (query: Query) => String(new URLSearchParams(query))

/** Values that no field of a search allows, and values at the limits of what a field allows. */
const wrong = ['x', '-1', '0', '1.5', '10', '99999999', 'yes', 'XXX', '2027-02-30', '2020-01-01', '2030-01-01', 'LHR']

/** Each field with each wrong value, with a right value twice, and without a value. */
const wrongQueries = (base: Query, right: Query): string[] =>
  Object.entries(right).flatMap(([name, value]) => [
    ...wrong.map((other) => write({ ...base, [name]: other })),
    `${write({ ...base, [name]: value })}&${write({ [name]: value })}`,
    write({ ...base, [name]: '' }),
  ])

function flightProblems(query: string): Problems {
  const read = readFlightQuery(new URLSearchParams(query))
  if (!read.ok) return { ...checkFlightDays(read.partial, now), ...read.errors }
  const checked = flightSearchInput(read.search, places, nowMs)
  return checked.ok ? {} : checked.faults
}

function stayProblems(query: string): Problems {
  const read = readHotelQuery(new URLSearchParams(query))
  if (!read.ok) return { ...checkHotelDays(read.partial, now), ...read.errors }
  const checked = hotelSearchInput(read.search, places, nowMs)
  return checked.ok ? {} : checked.faults
}

const errorsOf = (checked: { ok: boolean; errors?: Problems }): Problems => checked.errors ?? {}

const party = { adults: '1', children: '1', infants: '1' }
const flightWishes = { cabin: 'first', non_stop: 'true', currency: 'EUR', max_results: '9', return_date: '2027-02-05' }
const onward = { ...flight, onward: 'AMS-AUA-2027-02-03' }
const onwards = [
  'X-AUA-2027-02-03',
  'AMS-AMS-2027-02-03',
  'QQQ-AUA-2027-02-03',
  'AMS-QQQ-2027-02-03',
  'LGW-LHR-2027-02-03',
]
const onwardDays = ['AMS-AUA-2027-01-03', 'AMS-AUA-2020-01-01', 'AMS-AUA-2030-01-01', 'AMS-AUA-2027-02-30']
const flightSearches: { trip: 'round' | 'multi'; problems: Problems[] }[] = [
  {
    trip: 'round',
    problems: [
      ...wrongQueries(flight, { ...flight, ...party, ...flightWishes }).map(flightProblems),
      flightProblems(write({ ...flight, return_date: '2027-01-15' })),
      flightProblems(write({ ...flight, date: '2020-01-01', return_date: '2020-01-05' })),
      flightProblems(write({ ...flight, destination: 'LGW' })),
      flightProblems(write({ ...flight, adults: '9', children: '1' })),
      flightProblems(write({ ...flight, infants: '2' })),
      errorsOf(checkFlightSearch({ ...flight, adults: 1, return_date: '' })),
    ],
  },
  {
    trip: 'multi',
    problems: [
      ...wrongQueries(onward, { ...flight, return_date: '2027-02-05' }).map(flightProblems),
      ...[...onwards, ...onwardDays, '-X-', '--', Array(6).fill(onward.onward).join()].map((text) =>
        flightProblems(write({ ...flight, onward: text })),
      ),
      flightProblems(write({ ...onward, destination: 'LGW' })),
      errorsOf(checkFlightSearch({ ...flight, adults: 1, onward: [] })),
    ],
  },
]

const point = { check_in: stay.check_in, check_out: stay.check_out }
const stayWishes = { radius_km: '9', currency: 'EUR', stars: '5', board: 'breakfast', free_cancellation: 'true' }
const counts = { adults: '1', rooms: '1', child_ages: '5', price_min: '9', price_max: '9', max_results: '9' }
const staySearches: Problems[] = [
  ...wrongQueries(stay, { ...stay, ...stayWishes, ...counts }).map(stayProblems),
  ...wrongQueries({ ...point, lon: '4' }, { lat: '4' }).map(stayProblems),
  ...wrongQueries({ ...point, lat: '4' }, { lon: '4' }).map(stayProblems),
  ...[
    point,
    { ...stay, lat: '1', lon: '1' },
    { ...stay, check_out: '2027-01-31' },
    { ...stay, check_in: '2020-01-01', check_out: '2020-01-05' },
    { ...stay, check_in: '2027-12-31', check_out: '2028-01-05' },
    { ...stay, check_out: '2027-06-30' },
    { ...stay, adults: '9', child_ages: '5' },
    { ...stay, child_ages: '1,2,3,4,5,6,7,8,9' },
    { ...stay, room_guests: '2,1-' },
    { ...stay, room_guests: '2,9-1' },
    { ...stay, room_guests: '2,1', rooms: '2' },
    { ...stay, room_guests: Array(10).fill('1').join() },
    { ...stay, stars: '3,3' },
    { ...stay, price_min: '20', price_max: '10' },
  ].map((query) => stayProblems(write(query))),
  errorsOf(checkHotelSearch({ ...stay, child_ages: [null] })),
]

/** Returns the key of each message instead of its text. */
const naming = { t: (key: string) => key, locale: 'en-GB' }
const flightKeys = new Set(
  flightSearches.flatMap(({ trip, problems }) => problems.flatMap(flightSentences(trip, naming).all)),
)
const stayKeys = new Set(staySearches.flatMap(hotelSentences(naming).all))

/** Messages for problems that only a skill or an API caller can cause. */
const isForOthers = (key: string) => key.endsWith('Change') || key === 'unknownField' || key === 'otherField'

describe.each([
  { namespace: 'flightFields', found: flightKeys },
  { namespace: 'stayFields', found: stayKeys },
] as const)('the messages "$namespace"', ({ namespace, found }) => {
  test('cover each problem that the schema and the checks of the server find in a field', () => {
    expect([...found].filter(isForOthers)).toEqual([])
  })

  test('contain no message for a problem that cannot occur', () => {
    const known = Object.keys(messagesOf('en', namespace)).filter((key) => !isForOthers(key))
    expect([...found].toSorted()).toEqual(known.toSorted())
  })
})
