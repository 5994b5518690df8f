import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { FlightOffer } from '#lib/travel/model/flights/flight-offer.ts'
import { makeOffer } from '#lib/travel/model/flights/testing-flights.ts'
import { wholePriceWriter } from '#lib/travel/model/money.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { FareTable } from './fare-table.tsx'

const light = makeOffer('1', {
  bags: { cabin: 1, checked: { pieces: 0 } },
  fare: { brand: 'LIGHT', refundable: false },
})
const flex = makeOffer('2', {
  price: { amount: 1090, currency: 'USD' },
  bags: { cabin: 1, checked: { pieces: 1, weight_kg: 23 } },
  fare: { brand: 'FLEX', conditions: [{ kind: 'meal', text: 'MEAL BEVERAGE', charged: false }] },
})

function renderTable(fares: readonly FlightOffer[], onChoose = vi.fn()) {
  const write = wholePriceWriter('USD', 'en-GB')
  const [first] = fares
  render(<FareTable fares={fares} chosen={first?.key ?? ''} onChoose={onChoose} write={write} isWhole />)
  return onChoose
}

const textsOf = (row: HTMLElement) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent?.trim())

test('compares the fares in a table with a column for each fact', () => {
  renderTable([light, flex])
  expect(screen.getByRole('table', { name: '2 fares on these flights' })).toBeDefined()
  expect(screen.getAllByRole('row').map(textsOf)).toEqual([
    ['Fare', 'Cabin bag', 'Checked bag', 'Refund', 'Meal and drink', 'Total price'],
    ['Light', '1', 'No', 'No', '–not stated', 'US$1,000lowest'],
    ['Flex', '1', '1 × 23 kg', '–not stated', 'Included', 'US$1,090+US$90'],
  ])
})

test('the name of a choice has the facts of its fare that the provider states, and the price', () => {
  renderTable([light, flex])
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('aria-label'))).toEqual([
    'Light · Cabin bag: 1 · Checked bag: No · Refund: No · US$1,000',
    'Flex · Cabin bag: 1 · Checked bag: 1 × 23 kg · Meal and drink: Included · US$1,090',
  ])
})

test('a press chooses a fare', async () => {
  const onChoose = renderTable([light, flex])
  await userEvent.click(screen.getByText('Flex'))
  expect(onChoose).toHaveBeenCalledWith(flex.key)
})

test('fares with equal facts show the texts that distinguish them', () => {
  const fare = { brand: 'LIGHT', refundable: false }
  const withWifi = { ...fare, conditions: [{ kind: 'wifi', text: 'FREE LIMITED WIFI', charged: false }] }
  renderTable([makeOffer('1', { fare }), makeOffer('2', { fare: withWifi })])
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Light ',
    'Light Free limited Wi-Fi',
  ])
})

test('marks the fare that fits how the traveler travels, also for a screen reader', () => {
  const write = wholePriceWriter('USD', 'en-GB')
  render(
    <FareTable fares={[light, flex]} chosen={light.key} fitting={flex.key} onChoose={vi.fn()} write={write} isWhole />,
  )
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Light ',
    'Flex  fits how you travel',
  ])
  expect(screen.getByRole('radio', { name: /^Flex · fits how you travel · / })).toBeDefined()
})
