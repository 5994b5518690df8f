import { expect, test } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { fareTerms } from './fare-terms.ts'
import { makeFlight, viaNewark } from './testing-flights.ts'

const inEconomy = { ...viaNewark, segments: viaNewark.segments.map((one) => ({ ...one, cabin: 'economy' as const })) }

test.each([
  [{ brand: 'ECONOMY LIGHT', refundable: false }, ['Economy Light', 'Economy', 'No refund']],
  [{ brand: 'ECONOMY', refundable: true }, ['Economy', 'Refund possible']],
  [undefined, ['Economy']],
])('the terms of the fare %o are what the provider states, each once', (fare, terms) => {
  const flight = makeFlight('1', { legs: [inEconomy], ...(fare && { fare }) })
  expect(fareTerms(flight, english('flights'), english('travel'))).toEqual(terms)
})
