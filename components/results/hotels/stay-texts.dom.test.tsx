import { expect, test } from 'vitest'
import { makeHotel } from '#lib/travel/hotels/testing-hotels.ts'
import { englishTexts, render } from '../../../scripts/testing/english-texts.tsx'
import { partName } from './price-bar.tsx'
import { StayTerms } from './stay-terms.tsx'

const t = englishTexts('hotels')

test('the terms of a stay show no text of a provider in capitals', () => {
  const hotel = makeHotel({
    room: { text: 'KING ROOM. SEA VIEW' },
    rate: { text: 'ADVANCE PURCHASE RATE' },
    arrival: { text: 'LATE ARRIVAL ON REQUEST' },
    departure: { text: 'LATE DEPARTURE ON REQUEST' },
    cancellation: { kind: 'unclear', penalties: [{ text: 'NON-REFUNDABLE RATE' }] },
    payment: { kind: 'prepay', terms: [{ kind: 'prepay', text: 'CARD REQUIRED' }] },
  })
  const { container } = render(<StayTerms hotel={hotel} />)
  const notes = [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
  expect(notes).toEqual([
    'Cancellation terms in the details.',
    'Non-refundable rate',
    'Full payment in advance. Card required',
    'Late arrival on request',
    'Late departure on request',
    'King room. Sea view',
    'Advance purchase rate',
  ])
})

test('a charge in capitals is named in small letters, and an abbreviation stays', () => {
  const charge = { kind: 'fee', included: false, price: { amount: 20, currency: 'EUR' } } as const
  expect(partName({ ...charge, text: 'RESORT FEE' }, t)).toBe('Resort fee')
  expect(partName({ ...charge, text: 'VAT' }, t)).toBe('VAT')
})
