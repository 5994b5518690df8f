import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { FilterActions } from '#lib/travel/client/use-list-state.ts'
import { choice } from '#lib/travel/model/results/filter-words.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { ChoiceFilter } from './choice-filter.tsx'

function renderChoice(values: string[], isNameless?: (value: string) => boolean) {
  const actions = {
    setFilters: vi.fn<FilterActions['setFilters']>(),
    clear: vi.fn<FilterActions['clear']>(),
    clearAll: vi.fn<FilterActions['clearAll']>(),
  }
  const words = choice('airlines', 'Airlines', { labelOf: (value) => value, ...(isNameless && { isNameless }) })
  const options = values.map((value, at) => ({ value, count: 20 - at, lowest: 480 + at }))
  const write = (amount: number) => `$${amount}`
  render(<ChoiceFilter words={words} choice={null} options={options} write={write} actions={actions} />)
  return actions
}

const names = () => screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent?.[0])

test('shows six options, then how many more there are with their lowest price', async () => {
  renderChoice(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'])
  expect(names()).toHaveLength(6)
  const more = screen.getByRole('button', { name: /^3 more under Airlines ?, from \$486$/ })
  await userEvent.click(more)
  expect(names()).toHaveLength(9)
})

test('leaves out options without a name, and no filter is left once all others are on', async () => {
  const { setFilters } = renderChoice(['A', 'Y', 'C'], (value) => value === 'Y')
  expect(names()).toEqual(['A', 'C'])
  await userEvent.click(screen.getByRole('checkbox', { name: /^A/ }))
  expect(setFilters.mock.calls).toEqual([[{ airlines: { kind: 'except', values: ['A'] } }]])
})
