import { describe, expect, it } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { formatPrice } from '../money.ts'
import { noBagWish, shownPrice } from './fare-due.ts'
import { bagWords, ownAlliances, seatWords } from './fare-words.ts'
import { groupFlights } from './itinerary.ts'
import { makeOffer } from './testing-flights.ts'

const t = english('flights')
const write = (amount: number) => formatPrice(amount, 'USD')
const usd = (amount: number) => ({ price: { amount, currency: 'USD' } })
const light = { ...usd(352), fare: { brand: 'LIGHT' }, bags: { checked: { pieces: 0 } } }
const full = { ...usd(412), fare: { brand: 'FLEX' }, bags: { checked: { pieces: 1 } } }

/** The words under the price of a row with these fares. */
function wordsOf(fares: Partial<FlightResult>[], { travelers = 1, checked_bags = 1, cabin_bags = 0 } = {}) {
  const offers = fares.map((fare, at) => makeOffer(String(at), fare))
  const [row] = groupFlights(offers, { cabin: cabin_bags, checked: checked_bags, travelers })
  if (row === undefined) throw new Error('No flights')
  const [offer] = row.fares
  const words = bagWords({ offer, fares: row.fares, profile: { cabin_bags, checked_bags }, travelers, write, t })
  return [shownPrice(offer, write, t), words?.text, words?.isUnknown]
}

describe('the price of a row', () => {
  it.each<[string, Parameters<typeof wordsOf>, ReturnType<typeof wordsOf>]>([
    ['names the bag and the bare fare', [[light, full]], ['$412', 'with 1 checked bag · Light $352', false]],
    ['names the bag alone, if the cheapest fare has it', [[full]], ['$412', 'with 1 checked bag', false]],
    ['names an unknown bag price, and shows the fare', [[light]], ['$352', 'Light · bag price unknown', true]],
    [
      'adds the bag of each traveler',
      [[{ ...light, checked_bag_price: { amount: 30, currency: 'USD' } }], { travelers: 2 }],
      ['$412', 'with 1 checked bag each · Light $352', false],
    ],
    ['says nothing of bags that nobody takes', [[light, full], { checked_bags: 0 }], ['$352', undefined, undefined]],
  ])('%s', (_, given, expected) => {
    expect(wordsOf(...given)).toEqual(expected)
  })

  it('is marked as about after a conversion', () => {
    const [row] = groupFlights([{ ...makeOffer('1', usd(352)), isAbout: true }], noBagWish)
    expect(row && shownPrice(row.fares[0], write, t)).toBe('about $352')
  })
})

it.each([
  ['aisle', [{ charged: true, fee: { amount: 20, currency: 'USD' } }], 'Seat choice: For $20.00'],
  ['aisle', [{ charged: true }], 'seat price unknown'],
  ['window', [{ charged: false }], 'Seat choice: Included'],
  ['window', [], 'seat price unknown'],
  ['any', [{ charged: true }], null],
] as const)('for a seat %s under the conditions %j, a row says %s', (seat, charges, expected) => {
  const text = 'PRE RESERVED SEAT ASSIGNMENT'
  const conditions = charges.map((charge) => ({ kind: 'pre_reserved_seat', text, ...charge }))
  const [row] = groupFlights([makeOffer('1', { fare: { conditions } })])
  expect(row && seatWords(row.fares[0], seat, { t, locale: 'en-US' })).toBe(expected)
})

it.each([
  [['star'], ['star'], 'Star Alliance'],
  [['star', 'skyteam'], ['star'], null],
  [['star', 'skyteam'], ['skyteam', 'star'], 'Star Alliance, SkyTeam'],
  [['other'], ['star'], null],
  [['star'], [], null],
] as const)('flights of %j are marked for a traveler of %j as %s', (alliances, own, expected) => {
  expect(ownAlliances({ alliances: [...alliances] }, own, t)).toBe(expected)
})
