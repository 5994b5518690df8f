import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { FilterActions } from '#lib/travel/client/use-list-state.ts'
import type { Bounds } from '#lib/travel/model/results/bounds.ts'
import type { Range } from '#lib/travel/model/results/choice.ts'
import { priceFilter } from '#lib/travel/model/results/filter-words.ts'
import { englishTexts, render } from '../../../../scripts/testing/english-texts.tsx'
import { RangeFilter } from './range-filter.tsx'

function renderPrices(price: Range | null, bounds: Bounds | null = { min: 100, max: 900, step: 10 }) {
  const actions = {
    setFilters: vi.fn<FilterActions['setFilters']>(),
    clear: vi.fn<FilterActions['clear']>(),
    clearAll: vi.fn<FilterActions['clearAll']>(),
  }
  const shown = { bounds: bounds ?? undefined, currency: 'USD', locale: 'en-US', bars: 8, barHeight: 20 }
  const words = priceFilter(shown, englishTexts('results'))
  render(<RangeFilter words={words} range={price} values={[100, 400, 900]} actions={actions} />)
  return actions
}

const thumb = (end: 'lowest' | 'highest') =>
  screen.getByRole<HTMLInputElement>('slider', { name: `Total price, ${end}` })

test('the upper thumb sets only the maximum total', () => {
  const { setFilters } = renderPrices(null)
  fireEvent.change(thumb('highest'), { target: { value: '500' } })
  expect(setFilters.mock.calls).toEqual([[{ price: { from: null, to: 500 } }]])
})

test('a thumb at the end of the track sets no limit', () => {
  const { setFilters } = renderPrices({ from: null, to: 500 })
  expect(thumb('highest').getAttribute('aria-valuetext')).toBe('highest $500')
  fireEvent.change(thumb('highest'), { target: { value: '900' } })
  expect(setFilters.mock.calls).toEqual([[{ price: null }]])
})

test('limits outside of the track are shown at its ends', () => {
  renderPrices({ from: 5, to: 99_999 })
  expect([thumb('lowest').value, thumb('highest').value]).toEqual(['100', '900'])
  const spoken = [thumb('lowest'), thumb('highest')].map((input) => input.getAttribute('aria-valuetext'))
  expect(spoken).toEqual(['lowest $100', 'highest $900'])
})

test('the filter can be cleared only while it is set', async () => {
  const { clear } = renderPrices({ from: 200, to: null })
  await userEvent.click(screen.getByRole('button', { name: 'Clear Total price' }))
  expect(clear.mock.calls).toEqual([['price']])
})

test('without a limit there is no button to clear the filter', () => {
  renderPrices(null)
  expect(screen.queryByRole('button')).toBeNull()
})

test('the filter is hidden if all prices are equal', () => {
  renderPrices(null, null)
  expect(screen.queryByRole('slider')).toBeNull()
})
