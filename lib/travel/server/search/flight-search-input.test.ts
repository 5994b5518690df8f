import { expect, test } from 'vitest'
import { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { phrasesOf } from '#runner/contract/field-fault.ts'
import { createPlaces } from '../places/places.ts'
import { checkForOtherDays, flightSearchInput } from './flight-search-input.ts'
import type { SearchCheck } from './stream-search.ts'

const places = createPlaces()
const now = Date.parse('2026-11-20T12:00:00Z')
const search = (fields: object) =>
  FlightSearch.parse({ origin: 'SEA', destination: 'NRT', date: '2027-01-10', ...fields })
const shown = (checked: SearchCheck) => (checked.ok ? checked : { ok: false, details: phrasesOf(checked.faults) })
const check = (fields: object, at = now) => shown(flightSearchInput(search(fields), places, at))

test('a valid search becomes the input of the flight capability', () => {
  expect(check({ adults: 2, infants: 1, cabin: 'business', return_date: '2027-01-20' })).toEqual({
    ok: true,
    input: {
      action: 'search_flights',
      params: {
        origin: 'SEA',
        destination: 'NRT',
        date: '2027-01-10',
        return_date: '2027-01-20',
        adults: 2,
        children: 0,
        infants: 1,
        cabin: 'business',
        non_stop: false,
        currency: 'USD',
      },
      config: { max_results: 50 },
    },
  })
})

test('the flights of a multi-city trip become the slices of the capability', () => {
  const onward = ['NRT-SIN-2027-01-14', 'KUL-SEA-2027-01-20']
  expect(check({ onward, cabin: 'business' })).toMatchObject({
    ok: true,
    input: {
      params: {
        slices: [
          { origin: 'SEA', destination: 'NRT', date: '2027-01-10' },
          { origin: 'NRT', destination: 'SIN', date: '2027-01-14' },
          { origin: 'KUL', destination: 'SEA', date: '2027-01-20' },
        ],
        cabin: 'business',
      },
    },
  })
})

test('rejects an unknown place or two places in one city, and names the flight', () => {
  expect(check({ onward: ['NRT-QQQ-2027-01-14', 'HND-NRT-2027-01-20'] })).toEqual({
    ok: false,
    details: {
      'onward.0.destination': 'QQQ is not an airport or city that we know: choose another',
      'onward.1.destination': 'is in the same city as the origin',
    },
  })
})

test('rejects an unknown place', () => {
  expect(check({ origin: 'QQQ' })).toEqual({
    ok: false,
    details: { origin: 'QQQ is not an airport or city that we know: choose another' },
  })
})

test('rejects a code that is not a currency', () => {
  expect(check({ currency: 'XXX' })).toEqual({
    ok: false,
    details: { currency: 'XXX is not a currency that we know: choose another, like USD' },
  })
})

test.for([
  ['TYO', 'NRT'],
  ['LHR', 'LGW'],
  ['NYC', 'JFK'],
])('refuses places in one city: %s to %s', ([origin, destination]) => {
  expect(check({ origin, destination })).toEqual({
    ok: false,
    details: { destination: 'is in the same city as the origin' },
  })
})

test("judges past dates by the calendar of the departure airport, not the server's", () => {
  const newYearInTokyo = Date.parse('2026-12-31T20:00:00Z')
  expect(check({ origin: 'NRT', destination: 'SEA', date: '2026-12-31' }, newYearInTokyo)).toMatchObject({
    details: { date: 'is past: the earliest is 2027-01-01' },
  })
  expect(check({ date: '2026-12-31' }, newYearInTokyo).ok).toBe(true)
})

test.each([
  ['a flight onward', { origin: 'HND', destination: 'LAX', date: '2027-01-16', onward: ['LAX-LAS-2027-01-15'] }],
  ['a flight back', { origin: 'APW', destination: 'PPG', date: '2027-01-16', return_date: '2027-01-15' }],
])('accepts %s on the day before the first one, if that one goes eastward across the date line', (_, trip) => {
  expect(check(trip).ok).toBe(true)
})

test('refuses a flight on the day before the previous one if that one cannot land on it', () => {
  expect(check({ return_date: '2027-01-09' })).toEqual({
    ok: false,
    details: { return_date: 'is before the departure' },
  })
  const atlantic = { origin: 'AMS', destination: 'NYC', date: '2027-01-16', onward: ['NYC-AUA-2027-01-15'] }
  expect(check(atlantic)).toEqual({
    ok: false,
    details: { 'onward.0.date': 'is before the previous flight: the earliest is 2027-01-16' },
  })
})

test('refuses outward and return dates more than a year ahead', () => {
  expect(check({ date: '2027-11-21' })).toMatchObject({
    details: { date: 'is too far ahead: the latest is 2027-11-20' },
  })
  expect(check({ return_date: '2027-11-21' })).toMatchObject({
    details: { return_date: 'is too far ahead: the latest is 2027-11-20' },
  })
  expect(check({ date: '2027-11-20', return_date: '2027-11-20' }).ok).toBe(true)
})

test('prices of other days can be requested for a search whose own days have passed', () => {
  const past = { date: '2026-11-19', return_date: '2026-11-21' }
  expect(check(past).ok).toBe(false)
  expect(checkForOtherDays(search(past), places, now).ok).toBe(true)
  expect(shown(checkForOtherDays(search({ ...past, origin: 'QQQ' }), places, now))).toMatchObject({
    details: { origin: 'QQQ is not an airport or city that we know: choose another' },
  })
  expect(checkForOtherDays(search({ date: '2027-11-21' }), places, now).ok).toBe(false)
})
