import { expect, it } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { describeFlightFilter } from './filter-sentences.ts'
import { clockText, type FlightFilterContext, flightOptionName, timeTitle } from './filter-words.ts'
import { noFlightFilters, type TimeName } from './filters.ts'
import { flightWords } from './flight-words.ts'

const words = flightWords(english('flights'), english('units'), 'en-GB')

const context: FlightFilterContext = {
  locale: 'en-GB',
  words,
  results: english('results'),
  currency: 'EUR',
  slices: [
    { origin: 'AMS', destination: 'AUA' },
    { origin: 'AUA', destination: 'AMS' },
  ],
  isMulti: false,
  carrierNames: { UA: 'United', KL: 'KLM' },
  placeNames: { EWR: 'Newark' },
}

it.each([
  ['stops', { stops: { kind: 'only', values: ['0'] } }, 'Nonstop only'],
  ['airlines', { airlines: { kind: 'except', values: ['UA', 'XX'] } }, 'Without United, XX'],
  ['alliances', { alliances: { kind: 'only', values: ['star', 'other'] } }, 'Star Alliance, No alliance only'],
  ['via', { via: { kind: 'only', values: [] } }, 'Layover airports: none chosen'],
  ['via', { via: { kind: 'except', values: ['AAA', 'BBB', 'CCC', 'EWR'] } }, 'Without AAA, BBB and 2 more'],
  ['nights', { nights: { kind: 'except', values: ['wait'] } }, 'Without overnight layover'],
  ['price', { price: { from: null, to: 2300 } }, 'Up to €2,300'],
  ['minutes', { minutes: { from: null, to: 720 } }, 'At most 12\u00a0h\u00a000'],
  ['outDeparture', { outDeparture: { from: 360, to: 1320 } }, 'Departure from AMS 06:00–22:00'],
  ['backArrival', { backArrival: { from: 360, to: null } }, 'Arrival at AMS from 06:00'],
  ['checkedBag', { checkedBag: true }, 'Checked bag included'],
] as const)('writes the filter %s in words', (name, filters, text) => {
  expect(describeFlightFilter(name, { ...noFlightFilters, ...filters }, context)).toBe(text)
})

it('the text of a filter has the names of its values, or the codes of values without a known name', () => {
  expect(flightOptionName('airlines', 'constructor', context)).toBe('constructor')
  expect(flightOptionName('via', 'EWR', context)).toBe('Newark EWR')
  expect(flightOptionName('via', 'JFK', context)).toBe('JFK')
  expect(timeTitle('backDeparture', context)).toBe('Departure from AUA')
})

it('names the flight and its airports in the time filters of a multi-city trip', () => {
  const slices = ['AMS-JFK', 'JFK-AUA', 'AUA-BOG', 'BOG-LIM', 'LIM-MAD', 'MAD-AMS'].map((text) => {
    const [origin = '', destination = ''] = text.split('-')
    return { origin, destination }
  })
  const multi = { ...context, slices, isMulti: true }
  const write = (name: TimeName) =>
    describeFlightFilter(name, { ...noFlightFilters, [name]: { from: 360, to: 1320 } }, multi)
  expect(write('backArrival')).toBe('Flight 2: arrival at AUA 06:00–22:00')
  expect(write('departure3')).toBe('Flight 3: departure from AUA 06:00–22:00')
  expect(write('arrival6')).toBe('Flight 6: arrival at AMS 06:00–22:00')
})

it('writes the end of the day as 24:00, or as "midnight" on a 12-hour clock', () => {
  expect([0, 1320, 1440].map((minutes) => clockText(minutes, { ...words, locale: 'en-GB' }))).toEqual([
    '00:00',
    '22:00',
    '24:00',
  ])
  expect(clockText(0, { ...words, locale: 'en-US' })).toMatch(/^12:00\sAM$/)
  expect(clockText(1440, { ...words, locale: 'en-US' })).toBe('midnight')
})
