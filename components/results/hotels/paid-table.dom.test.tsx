import { expect, test } from 'vitest'
import { makeHotel } from '#lib/travel/hotels/testing-hotels.ts'
import { pricesWriter } from '#lib/travel/money.ts'
import { hotelSearches } from '#lib/travel/search-kind.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { render } from '../../../scripts/testing/english-texts.tsx'
import { ReaderProvider } from '../reader.tsx'
import { PaidTable } from './paid-table.tsx'

const levy = { kind: 'tax', text: 'Environmental levy', included: false } as const

/** The titles of the rows of a hotel's price table. */
function titlesFor(fields: Partial<HotelResult>) {
  const hotel = makeHotel(fields)
  const { container } = render(
    <ReaderProvider locale="en-GB" travelers={2} names={{}} kind={hotelSearches}>
      <PaidTable hotel={hotel} writeIn={pricesWriter([hotel.price], 'en-GB')} />
    </ReaderProvider>,
  )
  return [...container.querySelectorAll('dt')].map(({ textContent }) => textContent)
}

test('a stay with a charge that is paid at the hotel does not claim that nothing is due there', () => {
  const charged = titlesFor({ unpriced_charges: [{ ...levy, price: { amount: 43.2, currency: 'AWG' } }] })
  expect(charged).toContain('Environmental levy, extra, paid at the hotel')
  expect(charged).not.toContain('Due at the hotel')
})

test('a stay that is paid in full when booked says that nothing is due at the hotel', () => {
  expect(titlesFor({})).toContain('Due at the hotel')
})
