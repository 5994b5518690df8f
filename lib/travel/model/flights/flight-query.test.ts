import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cabins, FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { phrasesOf } from '#runner/contract/field-fault.ts'
import { addDays } from '../offset-time.ts'
import { checkFlightDays, readFlightQuery, roughOnward } from './flight-query.ts'
import { usualFlight, writeFlightQuery } from './write-flight-query.ts'

const realDate = 'must be a real date, like 2027-02-13'
const code = fc.stringMatching(/^[A-Z]{3}$/)
const day = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const searches: fc.Arbitrary<FlightSearch> = fc
  .record({
    origin: code,
    destination: code,
    date: day,
    return_date: fc.option(day),
    adults: fc.integer({ min: 1, max: 9 }),
    children: fc.integer({ min: 0, max: 8 }),
    infants: fc.integer({ min: 0, max: 9 }),
    cabin: fc.constantFrom(...cabins),
    non_stop: fc.boolean(),
    currency: code,
    max_results: fc.integer({ min: 1, max: 250 }),
  })
  .filter((s) => s.origin !== s.destination && s.adults + s.children <= 9 && s.infants <= s.adults)
  .filter((s) => s.return_date === null || s.return_date >= s.date)

/** Up to five flights after the first, each on or after the day of the previous flight. */
const onwards = fc
  .array(fc.tuple(code, code, fc.integer({ min: 0, max: 60 })), { minLength: 1, maxLength: 5 })
  .filter((all) => all.every(([origin, destination]) => origin !== destination))
const trips: fc.Arbitrary<FlightSearch> = fc.tuple(searches, onwards).map(([search, all]) => {
  let date = search.date
  const onward = all.map(([origin, destination, days]) => {
    date = addDays(date, days)
    return { origin, destination, date }
  })
  return { ...search, return_date: null, onward }
})

describe('the query of a multi-city trip', () => {
  const first = 'origin=AMS&destination=NYC&date=2027-03-11'
  const read = (rest: string) => readFlightQuery(new URLSearchParams(`${first}&${rest}`))

  it('round-trips every trip', () => {
    fc.assert(
      fc.property(trips, (search) => {
        expect(readFlightQuery(new URLSearchParams(writeFlightQuery(search)))).toEqual({ ok: true, search })
      }),
    )
  })

  it('is readable; its parameter may be repeated, and its codes may be in lower case', () => {
    const onward = [
      { origin: 'NYC', destination: 'AUA', date: '2027-03-15' },
      { origin: 'AUA', destination: 'AMS', date: '2027-03-23' },
    ]
    const texts = 'onward=nyc-aua-2027-03-15&onward=AUA-AMS-2027-03-23'
    const query = read(texts)
    expect(query).toMatchObject({ ok: true, search: { onward } })
    expect(decodeURIComponent(query.ok ? writeFlightQuery(query.search) : '')).toBe(
      `${first}&onward=NYC-AUA-2027-03-15,AUA-AMS-2027-03-23&adults=1`,
    )
    expect(roughOnward(new URLSearchParams(texts))).toEqual(onward)
  })

  it.each<[string, Record<string, string>]>([
    ['onward=NYC-AUA-2027-03-09', { 'onward.0.date': 'is before the previous flight: the earliest is 2027-03-11' }],
    [
      'onward=NYC-AUA-2027-03-15,AUA-AUA-2027-03-13',
      {
        'onward.1.destination': 'is the same as the origin',
        'onward.1.date': 'is before the previous flight: the earliest is 2027-03-15',
      },
    ],
    ['onward=NYC--2027-02-30', { 'onward.0.destination': 'is required', 'onward.0.date': realDate }],
    ['onward=foo', { 'onward.0.destination': 'is required', 'onward.0.date': 'is required' }],
    ['onward=NYC-AUA-2027-03-15&return_date=2027-03-20', { return_date: 'cannot be given together with onward' }],
    [`onward=${Array(6).fill('NYC-AUA-2027-03-15')}`, { onward: 'must name at most 5 flights' }],
  ])('rejects %s and reports each error at its flight and field', (rest, errors) => {
    const query = read(rest)
    expect(query.ok ? {} : phrasesOf(query.errors)).toEqual(errors)
  })

  it('accepts a flight on the day before the previous one, where a flight eastward across the date line can land', () => {
    expect(read('onward=NYC-AUA-2027-03-10')).toMatchObject({ ok: true })
  })

  it('keeps the valid parts of an invalid trip for the form', () => {
    expect(roughOnward(new URLSearchParams('onward=NYC-<b>-2027-02-30,,AUA-AMS-2027-03-23&onward='))).toEqual([
      { origin: 'NYC', destination: '', date: '' },
      { origin: '', destination: '', date: '' },
      { origin: 'AUA', destination: 'AMS', date: '2027-03-23' },
    ])
  })

  it('rejects days more than a year ahead, with an error at their flight', () => {
    const query = read('onward=NYC-AUA-2028-03-15')
    expect(phrasesOf(checkFlightDays(query.ok ? query.search : {}, '2026-11-20'))).toEqual({
      'onward.0.date': 'is too far ahead: the latest is 2027-11-20',
    })
  })
})

describe('flight query', () => {
  it('has the fields, defaults and order of the schema', () => {
    const defaults = Object.entries(FlightSearch.shape).map(([name, field]) => [name, field.safeParse(undefined).data])
    expect(Object.entries(usualFlight)).toEqual(defaults)
  })

  it('round-trips every search', () => {
    fc.assert(
      fc.property(searches, (search) => {
        expect(readFlightQuery(new URLSearchParams(writeFlightQuery(search)))).toEqual({ ok: true, search })
      }),
    )
  })

  it('never throws, whatever the URL', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom('origin', 'date', 'adults', 'non_stop', 'x'), fc.string())),
        (all) => {
          expect(readFlightQuery(new URLSearchParams(all)).ok).toBeTypeOf('boolean')
        },
      ),
    )
  })

  it('omits defaults except the number of adults, so that a URL stays readable', () => {
    const query = readFlightQuery(new URLSearchParams('origin=sea&destination=NRT&date=2026-12-30&cabin=economy'))
    expect(query.ok && writeFlightQuery(query.search)).toBe('origin=SEA&destination=NRT&date=2026-12-30&adults=1')
  })

  it('reports a repeated parameter and keeps its first value for the form', () => {
    const search = 'origin=SEA&destination=NRT&date=2026-12-30'
    const read = readFlightQuery(new URLSearchParams(`${search}&adults=2&adults=3&cabin=&cabin=first&utm=a&utm=b`))
    expect(read).toMatchObject({
      ok: false,
      errors: { adults: { phrase: 'cannot be given more than once', facts: { code: 'twice' } } },
      partial: { origin: 'SEA', destination: 'NRT', date: '2026-12-30', adults: 2, cabin: 'first' },
    })
    expect(Object.keys(read.ok ? {} : read.errors)).toEqual(['adults'])
  })

  it('reports the invalid value of a repeated parameter instead of the repetition', () => {
    const read = readFlightQuery(new URLSearchParams('origin=SEA&destination=NRT&date=2026-12-30&adults=10&adults=2'))
    expect(read).toMatchObject({ ok: false, errors: { adults: { phrase: 'must be at most 9' } } })
  })

  it('names each invalid field and keeps the others', () => {
    const query = readFlightQuery(
      new URLSearchParams('origin=SEA&destination=Tokyo&date=2026-02-30&adults=10&cabin=sofa'),
    )
    expect(query.ok ? query : { ...query, errors: phrasesOf(query.errors) }).toEqual({
      ok: false,
      errors: {
        destination: 'must be a three-letter airport or city code in capitals, like AMS',
        date: 'must be a real date, like 2027-02-13',
        adults: 'must be at most 9',
        cabin: 'must be one of economy, premium_economy, business, first',
      },
      partial: { origin: 'SEA' },
    })
  })

  it('reports an invalid number of adults at `adults` only, not at the absent `infants`', () => {
    const query = readFlightQuery(new URLSearchParams('origin=SEA&destination=NRT&date=2026-12-30&adults=-1'))
    expect(query).toMatchObject({ ok: false, errors: { adults: { phrase: 'must be at least 1' } } })
    expect(query).not.toHaveProperty('errors.infants')
  })

  it.each([
    ['origin=SEA&destination=SEA&date=2026-12-30', 'destination', 'is the same as the origin'],
    ['origin=SEA&destination=NRT&date=2026-12-30&return_date=2026-12-28', 'return_date', 'is before the departure'],
    ['origin=SEA&destination=NRT&date=2026-12-30&infants=2', 'infants', 'cannot be more than the adults'],
    ['origin=SEA&destination=NRT', 'date', 'is required'],
    ['origin=SEA&destination=NRT&date=2026-12-30&adults=two', 'adults', 'must be a whole number'],
  ])('rejects %s with an error at the field %s', (address, field, phrase) => {
    const query = readFlightQuery(new URLSearchParams(address))
    expect(query.ok ? {} : phrasesOf(query.errors)).toEqual({ [field]: phrase })
  })

  it('refuses past days and days more than a year ahead, and accepts today', () => {
    const on = (date: string, return_date: string | null = null) => {
      const query = readFlightQuery(new URLSearchParams(`origin=SEA&destination=NRT&date=${date}`))
      if (!query.ok) throw new Error('not a search')
      return phrasesOf(checkFlightDays({ ...query.search, return_date }, '2026-11-20'))
    }
    expect(on('2026-11-20')).toEqual({})
    expect(on('2026-11-19')).toEqual({ date: 'is past: the earliest is 2026-11-20' })
    expect(on('2027-11-20')).toEqual({})
    expect(on('2027-11-21')).toEqual({ date: 'is too far ahead: the latest is 2027-11-20' })
    expect(on('2026-11-20', '2027-12-01')).toEqual({ return_date: 'is too far ahead: the latest is 2027-11-20' })
    expect(on('2026-11-20', '2026-11-18')).toEqual({ return_date: 'is past: the earliest is 2026-11-20' })
  })

  it('accepts yesterday for a later flight, because it may still be today across the date line', () => {
    const onward = [{ origin: 'LAX', destination: 'LAS', date: '2026-11-19' }]
    expect(checkFlightDays({ date: '2026-11-20', onward }, '2026-11-20')).toEqual({})
    expect(checkFlightDays({ date: '2026-11-20', return_date: '2026-11-19' }, '2026-11-20')).toEqual({})
  })
})
