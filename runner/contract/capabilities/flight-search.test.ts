import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detailsOf, inputParsing, problemsOf } from '../../manifest/input-problems.ts'
import { cabins, FlightParams, FlightSearch, flightAliases, flightDays } from './flight-search.ts'
import { paramsOf } from './params-of-search.ts'
import { writeSlice } from './slice-text.ts'

const out = { origin: 'SEA', destination: 'NRT', date: '2027-03-15' }
const back = { origin: 'NRT', destination: 'SEA', date: '2027-03-25' }

function refused(params: object): Record<string, string> {
  const parsed = FlightParams.safeParse(params, inputParsing)
  return parsed.success ? {} : detailsOf(problemsOf(parsed.error, 'params'))
}

const code = fc.stringMatching(/^[A-Z]{3}$/)
const day = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const trips = fc
  .record({ origin: code, destination: code, date: day, return_date: fc.option(day) })
  .filter(({ origin, destination }) => origin !== destination)
  .filter(({ date, return_date }) => return_date === null || return_date >= date)
const parties = fc
  .record({
    adults: fc.integer({ min: 1, max: 9 }),
    children: fc.integer({ min: 0, max: 8 }),
    infants: fc.integer({ min: 0, max: 9 }),
  })
  .filter(({ adults, children, infants }) => adults + children <= 9 && infants <= adults)
const wishes = fc.record(
  {
    cabin: fc.constantFrom(...cabins),
    non_stop: fc.boolean(),
    currency: code,
    max_results: fc.integer({ min: 1, max: 250 }),
  },
  { requiredKeys: [] },
)

describe('the params of a flight search', () => {
  test('normalize every notation of the same trip and travelers to the same value', () => {
    fc.assert(
      fc.property(trips, parties, wishes, ({ return_date, ...there }, party, wished) => {
        const { origin, destination } = there
        const home = return_date === null ? [] : [{ origin: destination, destination: origin, date: return_date }]
        const spellings = [
          { ...there, return_date, ...party },
          { ...there, return_date, passengers: party },
          { slices: [there, ...home], ...party },
          { slices: [there, ...home], passengers: party },
        ]
        const normal = { slices: [there, ...home], ...party, non_stop: false, ...wished }
        for (const spelling of spellings) expect(FlightParams.parse({ ...spelling, ...wished })).toEqual(normal)
        expect(FlightParams.parse(normal)).toEqual(normal)
        expect(flightAliases(FlightParams.parse(normal))).toEqual({
          ...there,
          ...(return_date === null ? {} : { return_date }),
        })
      }),
    )
  })

  test('accept exactly the searches that the search page accepts', () => {
    const place = fc.constantFrom('SEA', 'NRT', 'sea')
    const anyTrip = fc.record({ origin: place, destination: place, date: day, return_date: fc.option(day) })
    const count = fc.integer({ min: -1, max: 10 })
    const anyParty = fc.record({ adults: count, children: count, infants: count })
    fc.assert(
      fc.property(fc.oneof(trips, anyTrip), fc.oneof(parties, anyParty), (trip, party) => {
        const page = FlightSearch.safeParse({ ...trip, ...party })
        expect(FlightParams.safeParse({ ...trip, ...party }).success).toBe(page.success)
        if (page.success) expect(FlightParams.safeParse(page.data).success).toBe(true)
      }),
    )
  })

  test('accept every multi-city trip that the search page accepts', () => {
    const onwards = fc.array(fc.tuple(code, code), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(trips, onwards, (trip, pairs) => {
        fc.pre(pairs.every(([origin, destination]) => origin !== destination))
        const onward = pairs.map(([origin, destination]) => ({ origin, destination, date: trip.date }))
        const texts = onward.map(writeSlice)
        const search = FlightSearch.parse({ ...trip, return_date: null, onward: texts })
        const { origin, destination, date } = trip
        expect(FlightParams.parse(paramsOf(search)).slices).toEqual([{ origin, destination, date }, ...onward])
      }),
    )
  })

  test('accept a plain number of adults, and default to one adult', () => {
    expect(FlightParams.parse({ ...out, passengers: 3 })).toMatchObject({ adults: 3, children: 0, infants: 0 })
    expect(FlightParams.parse({ ...out, passengers: { children: 2 } })).toMatchObject({ adults: 1, children: 2 })
    expect(FlightParams.parse({ ...out, return_date: null })).toMatchObject({ slices: [out], adults: 1 })
  })

  test('accept up to six flights, each on its own day', () => {
    const six = Array.from({ length: 6 }, (_, at) => ({ ...(at % 2 ? back : out), date: `2027-03-1${at}` }))
    expect(FlightParams.parse({ slices: six }).slices).toEqual(six)
  })

  test('name each day by its field in the params as given', () => {
    const daysOf = (given: object) => flightDays(FlightParams.parse(given), given)
    expect(daysOf({ slices: [out, back] })).toEqual([
      ['slices.0.date', out.date],
      ['slices.1.date', back.date],
    ])
    expect(daysOf({ ...out, return_date: back.date })).toEqual([
      ['date', out.date],
      ['return_date', back.date],
    ])
  })

  test.each<[object, Record<string, string>]>([
    [
      { ...out, slices: [out] },
      {
        origin: 'cannot be given together with slices',
        destination: 'cannot be given together with slices',
        date: 'cannot be given together with slices',
      },
    ],
    [{ slices: [out], return_date: '2027-03-25' }, { return_date: 'cannot be given together with slices' }],
    [
      { origin: 'SEA', return_date: '2027-03-25' },
      {
        destination: 'is required, unless slices are given',
        date: 'is required, unless slices are given',
      },
    ],
    [{ ...out, adults: 1, passengers: 1 }, { adults: 'cannot be given together with passengers' }],
    [{ slices: [] }, { slices: 'must have at least 1 entry' }],
    [{ slices: [out, out, out, out, out, out, out] }, { slices: 'must have at most 6 entries' }],
    [
      { slices: [out, { ...back, origin: 'nrt' }] },
      {
        'slices.1.origin': 'must be a three-letter airport or city code in capitals, like AMS',
      },
    ],
    [{ slices: [back, out] }, { 'slices.1.date': 'is before the previous flight: the earliest is 2027-03-25' }],
    [{ slices: [out, { ...back, destination: 'NRT' }] }, { 'slices.1.destination': 'is the same as the origin' }],
    [{ ...out, destination: 'SEA' }, { destination: 'is the same as the origin' }],
    [{ ...out, return_date: '2027-03-13' }, { return_date: 'is before the departure' }],
    [{ ...out, infants: 2 }, { infants: 'cannot be more than the adults' }],
    [{ ...out, passengers: { infants: 2 } }, { 'passengers.infants': 'cannot be more than the adults' }],
    [{ ...out, adults: 5, children: 5 }, { adults: 'must be at most 9 together with the children' }],
    [{ ...out, passengers: 10 }, { passengers: 'must be at most 9' }],
    [{ ...out, passengers: 0 }, { passengers: 'must be at least 1' }],
    [{ ...out, adults: -1 }, { adults: 'must be at least 1' }],
    [{ ...out, date: '2027-02-30' }, { date: 'must be a real date, like 2027-02-13' }],
    [{ ...out, max_results: 0 }, { max_results: 'must be at least 1' }],
    [
      { ...out, currency: 'euro', meal: 1 },
      {
        currency: 'must be a three-letter currency code in capitals, like USD',
        meal: 'is not a known field: remove it',
      },
    ],
  ])('reject %j and name the field', (params, details) => {
    expect(refused(params)).toEqual(details)
  })

  test('leave every accepted value unchanged when parsed again', () => {
    const some = fc.option(fc.oneof(fc.jsonValue(), fc.constantFrom('SEA', 'NRT', '2027-03-15', 2, [out])), {
      nil: undefined,
    })
    const names = ['slices', 'origin', 'destination', 'date', 'return_date', 'passengers', 'adults', 'cabin']
    const any = fc.record(Object.fromEntries(names.map((name) => [name, some])))
    // A valid search with one or two fields replaced.
    const nearly = fc.tuple(any, fc.subarray(names, { maxLength: 2 })).map(([given, changed]) => ({
      ...out,
      ...Object.fromEntries(changed.map((name) => [name, given[name]])),
    }))
    let accepted = 0
    fc.assert(
      fc.property(fc.oneof(any, nearly), (params) => {
        const parsed = FlightParams.safeParse(params)
        if (!parsed.success) return
        accepted += 1
        expect(FlightParams.parse(parsed.data)).toEqual(parsed.data)
      }),
    )
    expect(accepted).toBeGreaterThan(0)
  })
})
