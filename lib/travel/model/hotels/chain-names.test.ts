import { expect, test } from 'vitest'
import { chainNamesOf } from './hotel-facts.ts'
import { groupHotels } from './hotel-item.ts'
import { readHotels } from './read-hotels.ts'
import { makeHotel } from './testing-hotels.ts'

/** The name of the chain of these hotels. */
function nameOf(...names: string[]): string | undefined {
  const hotels = names.map((name, at) => makeHotel({ id: `O${at}`, hotel_id: `H${at}`, name, chain: 'XX' }))
  const { offers } = readHotels(hotels, { source: 'a', data: 'live', cached: false, fetchedAtMs: 0 })
  return chainNamesOf(
    groupHotels(offers, { nowMs: 0, currency: 'EUR', rates: null }).map(({ rates: [first] }) => first),
  ).XX
}

test('a chain is named by the words that its hotels share, in normal capitalization', () => {
  expect(nameOf('DOVECOTE INNS PARIS SUD', 'DOVECOTE INNS PARIS GARE')).toBe('Dovecote Inns Paris')
})

test.each([
  ['generic words', 'HOTEL DES ACACIAS', 'HOTEL DES ORFEVRES'],
  ['no words', 'VILLA MARE', 'CASA SOLE'],
])('hotels that share only %s leave their chain without a name', (_, ...names) => {
  expect(nameOf(...names)).toBeUndefined()
})

test('a single hotel leaves its chain without a name', () => {
  expect(nameOf('DOVECOTE INNS PARIS SUD')).toBeUndefined()
})
