import { expect, test } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import type { FareCondition, FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { fareColumns } from './fare-columns.ts'
import type { FlightOffer } from './flight-offer.ts'
import { makeOffer } from './testing-flights.ts'

const words = { t: english('flights'), locale: 'en-GB' }
const factsOf = (...fares: FlightOffer[]) =>
  Object.fromEntries(fareColumns(fares, words).map(({ title, textOf }) => [title, fares.map(textOf)]))
const condition = (text: string, charged: boolean, fee?: number): FareCondition => ({
  kind: 'other',
  text,
  charged,
  ...(fee !== undefined && { fee: { amount: fee, currency: 'EUR' } }),
})

test.each<[string, Partial<FlightResult>, Record<string, (string | null)[]>]>([
  ['nothing, if the provider states nothing', {}, {}],
  ['bags by number', { bags: { cabin: 0, checked: { pieces: 2 } } }, { 'Cabin bag': ['No'], 'Checked bag': ['2'] }],
  ['bags by weight', { bags: { checked: { weight_kg: 30 } } }, { 'Checked bag': ['30 kg'] }],
  [
    'a first checked bag for a charge, if none is included',
    { bags: { checked: { pieces: 0 } }, fare: { conditions: [condition('FIRST CHECKED BAG', true)] } },
    { 'Checked bag': ['Extra charge'] },
  ],
  ['a refund that is not possible', { fare: { refundable: false } }, { Refund: ['No'] }],
  ['a refund without its charge', { fare: { refundable: true } }, { Refund: ['Possible'] }],
  [
    'refund and change in the words of either provider',
    { fare: { conditions: [condition('Refund before departure', true, 100), condition('CHANGEABLE TICKET', false)] } },
    { Refund: ['For €100'], 'Change of flight': ['Free'] },
  ],
  [
    'a charged condition before a free one',
    { fare: { conditions: [condition('CHANGE ANYTIME', false), condition('CHANGE_BEFORE_DEPARTURE', true)] } },
    { 'Change of flight': ['Extra charge'] },
  ],
  [
    'seat, meal and lounge',
    {
      fare: {
        conditions: [
          condition('PRE RESERVED SEAT ASSIGNMENT', true),
          condition('MEAL BEVERAGE', false),
          condition('LOUNGE ACCESS', false),
        ],
      },
    },
    { 'Seat choice': ['Extra charge'], 'Meal and drink': ['Included'], 'Lounge access': ['Included'] },
  ],
])('fares are compared by %s', (_, flight, facts) => {
  expect(factsOf(makeOffer('1', flight))).toEqual(facts)
})

test('a fact that only one fare states has a column, without a text for the other fare', () => {
  expect(factsOf(makeOffer('1', { fare: { refundable: true } }), makeOffer('2'))).toEqual({
    Refund: ['Possible', null],
  })
})

test('a traveler who wants a seat sees of every fare what it costs, even if no provider says', () => {
  const columns = fareColumns([makeOffer('1')], words, 'aisle')
  expect(columns.map(({ title, textOf }) => [title, textOf(makeOffer('1'))])).toEqual([
    ['Seat choice', 'price unknown'],
  ])
})

test('seller and provider are compared only if they differ', () => {
  const [delta, klm] = ['Delta', 'KLM'].map((name) => ({ seller: { code: '', name } }))
  expect(factsOf(makeOffer('1', delta), makeOffer('2', delta))).toEqual({})
  expect(factsOf(makeOffer('1', delta), makeOffer('2', klm))).toEqual({ 'Sold by': ['Delta', 'KLM'] })
  expect(factsOf(makeOffer('1', delta), makeOffer('2', { provider: 'Duffel' }))).toEqual({
    'Sold by': ['Delta', null],
    'Found through': ['Amadeus', 'Duffel'],
  })
})
