import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { render } from '../../../scripts/testing/english-texts.tsx'
import { SortTabs } from './flights/flight-sorts.tsx'

const tabs = [
  { sort: 'best', name: 'Best', facts: { strong: '$850', rest: '7 h' } },
  { sort: 'price', name: 'Cheapest', facts: { strong: '$700', rest: '19 h' } },
  { sort: 'fast', name: 'Fastest', facts: null },
]

function Tabs() {
  const [sort, setSort] = useState('best')
  return (
    <SortTabs tabs={tabs} sort={sort} isHidden={false} onSort={setSort}>
      <p>How Best is calculated</p>
    </SortTabs>
  )
}

const selected = () => screen.getByRole('tab', { selected: true })

test.each([
  ['{ArrowRight}', 'Cheapest'],
  ['{ArrowRight}{ArrowRight}{ArrowRight}', 'Best'],
  ['{ArrowLeft}', 'Fastest'],
  ['{End}', 'Fastest'],
  ['{End}{Home}', 'Best'],
  ['{ArrowDown}', 'Best'],
  ['{Alt>}{ArrowRight}{/Alt}', 'Best'],
  ['{Meta>}{ArrowLeft}{/Meta}', 'Best'],
])('%s moves the focus and the selection together to %s', async (keys, name) => {
  const user = userEvent.setup()
  render(<Tabs />)
  await user.tab()
  expect(document.activeElement).toBe(selected())
  await user.keyboard(keys)
  expect(selected().textContent).toMatch(new RegExp(`^${name}`))
  expect(document.activeElement).toBe(selected())
})

test('Tab reaches only the selected sort tab', async () => {
  const user = userEvent.setup()
  render(<Tabs />)
  await user.click(screen.getByRole('tab', { name: /^Cheapest/ }))
  const stops = screen.getAllByRole('tab').filter((tab) => tab.tabIndex === 0)
  expect(stops).toEqual([selected()])
  await user.tab()
  expect(document.activeElement).toBe(document.body)
})
