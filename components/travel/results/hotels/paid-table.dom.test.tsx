import { expect, test } from 'vitest'
import { makeHotel } from '#lib/travel/model/hotels/testing-hotels.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { ReaderProvider } from '../reader.tsx'
import { PaidTable } from './hotel-details.tsx'

const levy = { kind: 'tax', text: 'Environmental levy', included: false } as const

/** The titles of the rows of a hotel's price table. */
const titlesFor = (fields: Partial<HotelResult>) => rowsFor(fields).map(([title]) => title)

/** The titles and amounts of the rows, in a list that writes the currencies of `whole` without decimals. */
function rowsFor(fields: Partial<HotelResult>, whole = 'EUR') {
  const hotel = makeHotel(fields)
  const { container } = render(
    <ReaderProvider travelers={2} names={{}} kind="hotels">
      <PaidTable hotel={hotel} whole={whole} />
    </ReaderProvider>,
    { locale: 'en-US' },
  )
  return [...container.querySelectorAll('dl > div')].map((row) =>
    ['dt', 'dd'].map((name) => row.querySelector(name)?.textContent),
  )
}

test('a stay with a charge that is paid at the hotel does not claim that nothing is due there', () => {
  const charged = titlesFor({ unpriced_charges: [{ ...levy, price: { amount: 43.2, currency: 'AWG' } }] })
  expect(charged).toContain('Environmental levy, extra, paid at the hotel')
  expect(charged).not.toContain('Due at the hotel')
})

test('a stay that is paid in full when booked says that nothing is due at the hotel', () => {
  expect(titlesFor({})).toContain('Due at the hotel')
})

const euros = (amount: number) => ({ amount, currency: 'EUR' })
const withCents: Partial<HotelResult> = {
  price: euros(568.74),
  price_parts: [
    { kind: 'room', included: true, price: euros(520.4) },
    { kind: 'tax', included: true, text: 'VAT', price: euros(35.4) },
    { kind: 'fee', included: false, text: 'City tax', price: euros(12.94) },
  ],
}

test.each([
  ['without decimals', 'EUR', ['€521', '€35', '€13', '€569', '€556', '€13']],
  ['with decimals', '', ['€520.40', '€35.40', '€12.94', '€568.74', '€555.80', '€12.94']],
])('in a list %s, the parts of a total are written like the list and add up', (_, whole, amounts) => {
  expect(rowsFor(withCents, whole).map(([, amount]) => amount)).toEqual(amounts)
})
