import { describe, expect, it } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { emptyForm, type FlightFormValues, formOf } from './flight-form.ts'
import { flightSentences } from './flight-sentences.ts'
import { resolveSearch } from './resolve-flight-search.ts'

const reader = { t: english('flightFields'), locale: 'en-GB' }
const resolve = (values: FlightFormValues, day: string) =>
  resolveSearch(values, new Date(`${day}T12:00`), flightSentences(values.trip, reader))

const today = '2026-11-20'
const filled = { ...emptyForm, origin: 'SEA', destination: 'NRT', date: '2027-01-04', return_date: '2027-01-14' }

describe('a multi-city form', () => {
  const trip: FlightFormValues = {
    ...emptyForm,
    trip: 'multi',
    origin: 'AMS',
    destination: 'NYC',
    date: '2027-03-11',
    return_date: '2027-03-01',
    onward: [{ origin: 'NYC', destination: 'AUA', date: '2027-03-15' }],
  }

  it('resolves to a query that leaves out the return date left over from a round trip', () => {
    const query = 'origin=AMS&destination=NYC&date=2027-03-11&onward=NYC-AUA-2027-03-15&adults=1'
    expect(resolve(trip, '2027-01-01')).toEqual({ ok: true, query })
  })

  it('resolves to a query without its further flights if another type of trip is chosen', () => {
    const oneWay = resolve({ ...trip, trip: 'one' }, '2027-01-01')
    expect(oneWay).toEqual({ ok: true, query: 'origin=AMS&destination=NYC&date=2027-03-11&adults=1' })
  })

  it('names the flight, the field and the remedy of each error', () => {
    const onward = [
      { origin: '', destination: '', date: '' },
      { origin: 'AUA', destination: 'AMS', date: '2029-03-01' },
    ]
    expect(resolve({ ...trip, date: '2026-12-30', onward }, '2027-01-01')).toEqual({
      ok: false,
      errors: {
        date: 'Flight 1: date is past: the earliest is Fri 1 Jan 2027.',
        'onward.0.origin': 'Flight 2: choose where you fly from.',
        'onward.0.destination': 'Flight 2: choose where you fly to.',
        'onward.0.date': 'Flight 2: choose a date.',
      },
    })
    const early = [{ origin: 'NYC', destination: 'AUA', date: '2027-03-09' }]
    expect(resolve({ ...trip, onward: early }, '2027-01-01')).toEqual({
      ok: false,
      errors: { 'onward.0.date': 'Flight 2: date is before the previous flight: the earliest is Thu 11 Mar 2027.' },
    })
  })
})

describe('the form', () => {
  it('resolves to the query of the search', () => {
    expect(resolve(filled, today)).toEqual({
      ok: true,
      query: 'origin=SEA&destination=NRT&date=2027-01-04&return_date=2027-01-14&adults=1',
    })
  })

  it('omits the return date of a one-way trip, even if a return date was chosen before', () => {
    expect(resolve({ ...filled, trip: 'one', return_date: '2026-01-01' }, today)).toMatchObject({
      query: 'origin=SEA&destination=NRT&date=2027-01-04&adults=1',
    })
  })

  it('reports the missing fields', () => {
    expect(resolve(emptyForm, today)).toEqual({
      ok: false,
      errors: {
        origin: 'Choose where you fly from.',
        destination: 'Choose where you fly to.',
        date: 'Choose a date.',
        return_date: 'Choose a return date.',
      },
    })
  })

  it.each([
    [{ destination: 'SEA' }, { destination: 'Destination is the same as the origin.' }],
    [{ return_date: '2027-01-02' }, { return_date: 'Return is before the departure.' }],
    [{ date: '2026-11-18' }, { date: 'Departure is past: the earliest is Fri 20 Nov 2026.' }],
    [{ date: '2027-02-30', return_date: '2027-03-14' }, { date: 'Departure must be a real date, like 2027-02-13.' }],
    [{ adults: 10 }, { adults: 'Adults must be a whole number from 1 to 9.' }],
    [{ return_date: '2027-11-21' }, { return_date: 'Return is too far ahead: the latest is Sat 20 Nov 2027.' }],
    [{ infants: 2 }, { infants: 'There cannot be more infants than adults.' }],
    [{ adults: 9, children: 1 }, { adults: 'Adults must be at most 9 together with the children.' }],
  ])('rejects %j with a sentence', (change, errors) => {
    expect(resolve({ ...filled, ...change }, today)).toEqual({ ok: false, errors })
  })

  it('accepts a departure that is past for the reader but still today somewhere, and no earlier one', () => {
    const atNight = (date: string) =>
      resolveSearch({ ...filled, trip: 'one', date }, new Date('2026-11-20T00:30'), flightSentences('one', reader))
    expect(atNight('2026-11-19')).toMatchObject({ ok: true })
    expect(atNight('2026-11-18')).toEqual({
      ok: false,
      errors: { date: 'Departure is past: the earliest is Fri 20 Nov 2026.' },
    })
  })

  it('is filled in from a search and resolves to the same search; without a search it is for a round trip', () => {
    const form = formOf({ origin: 'SEA', destination: 'NRT', date: '2027-01-04', return_date: null, adults: 2 })
    expect(form).toMatchObject({ trip: 'one', return_date: '', adults: 2 })
    expect(resolve(form, today)).toEqual({
      ok: true,
      query: 'origin=SEA&destination=NRT&date=2027-01-04&adults=2',
    })
    expect(formOf({}).trip).toBe('round')
  })

  it('turns the server’s facts into sentences in the order of the form', () => {
    const problems = {
      meal: { facts: { code: 'unknownField' } },
      date: { facts: { code: 'past', date: '2026-11-20' } },
      origin: { facts: { code: 'unknown', value: 'QQQ' } },
    } as const
    expect(flightSentences('round', reader).all(problems)).toEqual([
      'Origin QQQ is not an airport or city that we know: choose another.',
      'Departure is past: the earliest is Fri 20 Nov 2026.',
      'meal is not a known field: remove it.',
    ])
    expect(Object.keys(flightSentences('round', reader).byField(problems))).toEqual(['date', 'origin'])
  })
})
