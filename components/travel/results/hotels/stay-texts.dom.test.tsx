import { expect, test } from 'vitest'
import { listWriter } from '#lib/travel/model/currencies-writer.ts'
import { makeHotel } from '#lib/travel/model/hotels/testing-hotels.ts'
import { partName } from '#lib/travel/model/hotels/words.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { englishTexts, render } from '../../../../scripts/testing/english-texts.tsx'
import { renderIn } from '../../../../scripts/testing/render-in.tsx'
import { StayTerms } from './stay-terms.tsx'

const t = englishTexts('hotels')
const writeIn = listWriter('', 'en-GB')

const inCapitals: Partial<HotelResult> = {
  room: { text: 'KING ROOM. SEA VIEW' },
  rate: { text: 'ADVANCE PURCHASE RATE' },
  arrival: { text: 'LATE ARRIVAL ON REQUEST' },
  departure: { text: 'LATE DEPARTURE ON REQUEST' },
  cancellation: { kind: 'unclear', penalties: [{ text: 'NON-REFUNDABLE RATE' }] },
  payment: { kind: 'prepay', terms: [{ kind: 'prepay', text: 'CARD REQUIRED' }] },
}

test('the terms of a stay convert the provider’s capitals to sentence case', () => {
  const { container } = render(<StayTerms hotel={makeHotel(inCapitals)} writeIn={writeIn} />)
  const notes = [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
  expect(notes).toEqual([
    'Cancellation terms in the details.',
    'Amadeus says: Non-refundable rate',
    'Full payment in advance. Card required',
    'Amadeus says: Late arrival on request',
    'Amadeus says: Late departure on request',
    'Amadeus says: King room. Sea view',
    'Amadeus says: Advance purchase rate',
  ])
})

test('a rate that the text of the room repeats is quoted once', () => {
  const rate = { text: 'PAY NOW AND SAVE' }
  const { container } = render(
    <StayTerms hotel={makeHotel({ room: { text: 'PAY NOW AND SAVE Twin room, desk' }, rate })} writeIn={writeIn} />,
  )
  const quotes = [...container.querySelectorAll('q')].map(({ textContent }) => textContent)
  expect(quotes).toEqual(['Pay now and save', 'Twin room, desk'])
})

test('the costs in the terms of a stay have decimals if the prices of the list have them', () => {
  const penalties = [{ price: { amount: 104, currency: 'EUR' } }]
  const { container } = render(
    <StayTerms hotel={makeHotel({ cancellation: { kind: 'charged', penalties } })} writeIn={writeIn} />,
  )
  expect(container.textContent).toContain('From now on, canceling costs €104.00.')
})

test('an unclear penalty without a time is never said to apply from now on', () => {
  const penalties = [{ price: { amount: 104, currency: 'EUR' } }]
  const { container } = render(
    <StayTerms hotel={makeHotel({ cancellation: { kind: 'unclear', penalties } })} writeIn={writeIn} />,
  )
  expect(container.textContent).toContain('Canceling may cost €104.00; the provider does not say from when.')
  expect(container.textContent).not.toContain('From now on')
})

test('a provider’s text is quoted, marked as English and introduced in the reader’s language', () => {
  const { container } = renderIn('de', <StayTerms hotel={makeHotel(inCapitals)} writeIn={writeIn} />)
  const quotes = [...container.querySelectorAll('q[lang=en]')].map(({ textContent }) => textContent)
  expect(quotes).toHaveLength(6)
  const notes = [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
  expect(notes).toContain('Amadeus schreibt: King room. Sea view')
  expect(notes.join(' ')).toContain('Card required')
  expect(quotes).toContain('Card required')
})

test('a charge whose name is in capitals is shown in sentence case, but an abbreviation stays in capitals', () => {
  const charge = { kind: 'fee', included: false, price: { amount: 20, currency: 'EUR' } } as const
  expect(partName({ ...charge, text: 'RESORT FEE' }, t)).toBe('Resort fee')
  expect(partName({ ...charge, text: 'VAT' }, t)).toBe('VAT')
})
