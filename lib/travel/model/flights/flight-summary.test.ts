import { expect, test } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { singleWriter } from '../currencies-writer.ts'
import { fullPriceWriter } from '../money.ts'
import { flightSummary } from './flight-summary.ts'
import { flightWords } from './flight-words.ts'
import { makeOffer, selfTransferInNewark, viaNewark } from './testing-flights.ts'

const words = flightWords(english('flights'), english('units'), 'en-GB')

const about = { data: 'live', fetchedAtMs: Date.UTC(2026, 10, 22, 8, 5) } as const
const names = { AMS: 'Amsterdam', AUA: 'Aruba' }
const write = singleWriter('en-GB')('EUR')
const context = { travelers: 2, names, words, travel: english('travel'), results: english('results'), write }
/** With plain spaces, as a reader sees it. */
const lines = (text: string) => text.replaceAll(/\u00a0|\u202f/g, ' ').split('\n')

test('the summary of an offer names each flight with local times, the total for all travelers and the source', () => {
  const offer = makeOffer('1', { legs: [viaNewark], price: { amount: 872, currency: 'EUR' } }, about)
  expect(lines(flightSummary(offer, context))).toEqual([
    'Sat 13 Feb 2027: Amsterdam (AMS) to Aruba (AUA), 14 h 50, 1 stop; arrives the same day, 18:55',
    '  UA 70 United: AMS 09:05 – EWR 11:40',
    '  UA 71 United: EWR 13:35 – AUA 18:55',
    'Total €872 for 2 travelers, taxes included',
    'From Amadeus, seen Sun 22 Nov 2026, 08:05 UTC',
  ])
})

test('a summary names the airline that sells the offer, and the provider that found it', () => {
  const offer = makeOffer('1', { seller: { code: 'DL', name: 'DELTA AIR LINES' }, provider: 'Duffel' }, about)
  expect(lines(flightSummary(offer, context)).at(-1)).toBe(
    'Sold by Delta Air Lines, found through Duffel, seen Sun 22 Nov 2026, 08:05 UTC',
  )
})

test('a summary states the fare with its cabin, refund and bags, as the page does', () => {
  const segments = viaNewark.segments.map((segment) => ({ ...segment, cabin: 'economy' as const }))
  const offer = makeOffer('1', {
    legs: [{ ...viaNewark, segments }],
    fare: { brand: 'BASIC', refundable: false },
    bags: { cabin: 1, checked: { pieces: 1, weight_kg: 23 } },
  })
  const fare = 'Fare: Basic · Economy · No refund · Cabin bag, 1 × 23 kg'
  expect(lines(flightSummary(offer, context))).toContain(fare)
})

test('a summary writes the total with decimals if the list does', () => {
  const offer = makeOffer('1', { price: { amount: 872, currency: 'EUR' } }, about)
  expect(flightSummary(offer, { ...context, write: fullPriceWriter('EUR', 'en-GB') })).toMatch(/^Total €872\.00 for/m)
})

test('a summary says where the traveler changes to another ticket', () => {
  const summary = flightSummary(makeOffer('1', { legs: [selfTransferInNewark] }, about), context)
  expect(lines(summary)[2]).toMatch(/^ {2}Self-transfer in EWR\. Separate tickets: collect your bags/)
})

test.each(['sample', 'test'] as const)(
  'a summary of %s data says that nobody sells the offer, and credits no provider with generated data',
  (data) => {
    const summary = flightSummary(makeOffer('1', { seller: { code: 'UA', name: 'United' } }, { data }), context)
    expect(summary).toMatch(/nobody sells\.$/m)
    expect(summary.includes('From Amadeus')).toBe(data === 'test')
  },
)

test('a summary names the carrier once, even if the flight number repeats its code', () => {
  const segments = viaNewark.segments.map((segment) => ({ ...segment, flight_number: `UA${segment.flight_number}` }))
  const summary = flightSummary(makeOffer('1', { legs: [{ ...viaNewark, segments }] }, about), context)
  expect(lines(summary)[1]).toMatch(/^ {2}UA 70 United: /)
})
