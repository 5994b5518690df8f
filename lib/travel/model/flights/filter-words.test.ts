import { expect, it } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { describeFilter } from '../results/filter-sentences.ts'
import { type FlightFilterContext, flightFilterWords } from './filter-words.ts'
import {
  type BagName,
  type FlightChoiceName,
  type FlightFilters,
  type FlightRangeName,
  noFlightFilters,
  type TimeName,
} from './filters.ts'
import { flightFacts } from './flight-facts.ts'
import { flightWords } from './flight-words.ts'

type Filter = FlightChoiceName | FlightRangeName | BagName
const words = flightWords(english('flights'), english('units'), 'en-GB')

const results = english('results')
const facts = {
  ...flightFacts([]),
  directions: 2,
  carrierNames: { UA: 'United', KL: 'KLM' },
}
const context: FlightFilterContext = {
  words,
  results,
  currency: 'EUR',
  slices: [
    { origin: 'AMS', destination: 'AUA' },
    { origin: 'AUA', destination: 'AMS' },
  ],
  isMulti: false,
  placeNames: { EWR: 'Newark' },
  facts,
}
const describeIn = (known: FlightFilterContext, name: Filter, filters: Partial<FlightFilters>) =>
  describeFilter(name, { ...noFlightFilters, ...filters }, flightFilterWords(known), results)

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
  expect(describeIn(context, name, filters)).toBe(text)
})

it('the text of a filter has the names of its values, or the codes of values without a known name', () => {
  const only = (value: string) => ({ kind: 'only' as const, values: [value] })
  expect(describeIn(context, 'airlines', { airlines: only('constructor') })).toBe('constructor only')
  expect(describeIn(context, 'via', { via: only('EWR') })).toBe('Newark EWR only')
  expect(describeIn(context, 'via', { via: only('JFK') })).toBe('JFK only')
})

it('names the flight and its airports in the time filters of a multi-city trip', () => {
  const slices = ['AMS-JFK', 'JFK-AUA', 'AUA-BOG', 'BOG-LIM', 'LIM-MAD', 'MAD-AMS'].map((text) => {
    const [origin = '', destination = ''] = text.split('-')
    return { origin, destination }
  })
  const multi = { ...context, slices, isMulti: true }
  const write = (name: TimeName) => describeIn(multi, name, { [name]: { from: 360, to: 1320 } })
  expect(write('backArrival')).toBe('Flight 2: arrival at AUA 06:00–22:00')
  expect(write('departure3')).toBe('Flight 3: departure from AUA 06:00–22:00')
  expect(write('arrival6')).toBe('Flight 6: arrival at AMS 06:00–22:00')
})

it.each([
  ['en-GB', /^Departure from AMS 00:00–24:00$/],
  ['en-US', /^Departure from AMS 12:00\sAM–midnight$/],
])('writes the end of the day as 24:00, or as "midnight" on a 12-hour clock (%s)', (locale, text) => {
  const local = { ...context, words: { ...words, locale } }
  expect(describeIn(local, 'outDeparture', { outDeparture: { from: 0, to: 1440 } })).toMatch(text)
})
