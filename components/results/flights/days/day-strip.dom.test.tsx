import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { expect, test } from 'vitest'
import type { DayPrices } from '#lib/client/flights/use-day-prices.ts'
import type { StripDay } from '#lib/travel/flights/day-strip.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { DayStrip } from './day-strip.tsx'

const day = (date: string, isOut: boolean): StripDay => ({
  date,
  query: `date=${date}`,
  isSelected: false,
  isOut,
  price: { state: 'unknown', date },
  isLowest: false,
  share: 0,
})

test('a button at the limit of the weeks keeps the focus and no longer moves', async () => {
  const moves: number[] = []
  const week = (isFirst: boolean): DayPrices => ({
    days: [day('2027-01-20', isFirst), day('2027-01-21', false)],
    currency: 'USD',
    known: () => undefined,
    check: () => {},
    move: (by) => {
      moves.push(by)
      rerender(strip(true))
    },
  })
  const strip = (isFirst: boolean) => (
    <SearchParamsContext value={new URLSearchParams()}>
      <DayStrip days={week(isFirst)} isFiltered={false} isHidden={false} onMore={() => {}} />
    </SearchParamsContext>
  )
  const { rerender } = render(strip(false))
  const earlier = screen.getByRole('button', { name: 'A week earlier' })
  earlier.focus()
  await userEvent.keyboard('{Enter}{Enter}')
  expect(moves).toEqual([-1])
  expect(document.activeElement).toBe(earlier)
  expect(earlier.getAttribute('aria-disabled')).toBe('true')
})

test.each([
  [false, null],
  [true, 'Prices without filters'],
])('with filters (%s), says beside the days that their prices leave them out', (isFiltered, note) => {
  const days: DayPrices = {
    days: [day('2027-01-20', false)],
    currency: 'USD',
    known: () => undefined,
    check: () => {},
    move: () => {},
  }
  render(
    <SearchParamsContext value={new URLSearchParams()}>
      <DayStrip days={days} isFiltered={isFiltered} isHidden={false} onMore={() => {}} />
    </SearchParamsContext>,
  )
  const strip = screen.getByRole('navigation')
  const described = strip.getAttribute('aria-describedby')
  expect(described && document.getElementById(described)?.textContent).toBe(note)
  expect(strip.textContent).toMatch(/^(Prices without filters)?Wed,? 20 Jan/)
  // The note is no part of the button, which keeps its icon.
  const more = screen.getByRole('button', { name: 'More dates' })
  expect(more.querySelector('svg')).not.toBeNull()
})
