import { expect, test } from 'vitest'
import { readHotels } from '#lib/travel/model/hotels/read-hotels.ts'
import { makeHotel } from '#lib/travel/model/hotels/testing-hotels.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { ReaderProvider } from '../reader.tsx'
import { OfferTable } from './offer-table.tsx'

const about = { source: 'a', data: 'live', cached: false, fetchedAtMs: 0 } as const

/** The facts of each option in the table of a hotel's offers. */
const factsOf = (hotels: Partial<HotelResult>[]) => textsIn('.fare-facts', hotels)

function textsIn(part: string, hotels: Partial<HotelResult>[]) {
  const { offers } = readHotels(
    hotels.map((fields, at) => makeHotel({ id: `${at}`, ...fields })),
    about,
  )
  const { container } = render(
    <ReaderProvider travelers={2} names={{}} kind="hotels">
      <OfferTable
        offers={offers}
        chosen=""
        comparison={{ currency: 'EUR', rates: null }}
        whole="EUR"
        onChoose={() => {}}
      />
    </ReaderProvider>,
    { locale: 'en-US' },
  )
  return [...container.querySelectorAll(part)].map(({ textContent }) => textContent)
}

/** An offer as a provider gives it that repeats the rate in the texts of rate and room. */
const rateOf = (code: string, text: string): Partial<HotelResult> => ({
  room: { code: 'C1D', category: 'standard_room', beds: 1, bed_type: 'double', text: `${text}\nStandard room, 31 sqm` },
  board: 'room_only',
  rate: { code, category: code.toLowerCase(), text },
})

test('rates of one room differ in the words of the rate, in sentence case and each once', () => {
  const facts = factsOf([
    rateOf('BAR', 'BEST AVAILABLE RATE'),
    rateOf('PRO', 'NON-REFUNDABLE, PAY NOW AND SAVE'),
    rateOf('SNR', 'SENIOR DISCOUNT, 62 YEARS AND OLDER'),
  ])
  expect(facts).toEqual([
    'Room only · Best available rate',
    'Room only · No refund',
    'Room only · Senior discount · 62 years and older',
  ])
})

test('rooms that differ only in a detail show that detail', () => {
  const room = { category: 'standard_room', beds: 1, bed_type: 'double' }
  const facts = factsOf([
    { room: { ...room, text: 'Standard room, 1 double bed, 31 sqm, safe' } },
    { room: { ...room, text: 'Standard room, 1 double bed, 16 sqm, safe' } },
  ])
  expect(facts).toEqual(['31 sqm', '16 sqm'])
})

test('codes show only between rates that are equal otherwise', () => {
  const [rate, other] = [rateOf('BAR', 'BEST AVAILABLE RATE'), rateOf('RAC', 'BEST AVAILABLE RATE')]
  expect(factsOf([rate, other])).toEqual(['Room only · Rate code BAR', 'Room only · Rate code RAC'])
})

test('the difference to the lowest price is that of the written prices', () => {
  const pricedAt = (amount: number): Partial<HotelResult> => ({
    price: { amount, currency: 'EUR' },
    rate: { text: `Rate ${amount}` },
  })
  const hotels = [pricedAt(538.4), pricedAt(538.45), pricedAt(568.6)]
  expect(textsIn('.fare-price', hotels)).toEqual(['€538', '€538', '€569'])
  expect(textsIn('.fare-more', hotels)).toEqual(['lowest', 'lowest', '+€31'])
})
