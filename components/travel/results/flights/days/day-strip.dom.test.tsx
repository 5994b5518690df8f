import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { SearchParamsContext } from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { expect, test } from 'vitest'
import type { DayPrices } from '#lib/travel/client/flights/use-day-prices.ts'
import type { StripDay } from '#lib/travel/model/flights/strip-days.ts'
import { render } from '../../../../../scripts/testing/english-texts.tsx'
import { DayStrip } from './day-strip.tsx'

const day = (date: string, isOut: boolean): StripDay => ({
  date,
  query: `date=${date}`,
  isSelected: false,
  isOut,
  price: { state: 'unknown', dates: date },
  isLowest: false,
  share: 0,
})

const weekOf = (days: readonly StripDay[]): DayPrices => ({
  days: [...days],
  currency: 'USD',
  known: () => undefined,
  knownFor: () => undefined,
  check: () => {},
  move: () => {},
})

test('a button at the limit of the weeks keeps the focus and no longer moves', async () => {
  const moves: number[] = []
  const week = (isFirst: boolean): DayPrices => ({
    ...weekOf([day('2027-01-20', isFirst), day('2027-01-21', false)]),
    move: (by) => {
      moves.push(by)
      rerender(strip(true))
    },
  })
  const strip = (isFirst: boolean) => (
    <SearchParamsContext value={new URLSearchParams()}>
      <DayStrip days={week(isFirst)} isFiltered={false} onMore={() => {}} />
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
  const days = weekOf([day('2027-01-20', false)])
  render(
    <SearchParamsContext value={new URLSearchParams()}>
      <DayStrip days={days} isFiltered={isFiltered} onMore={() => {}} />
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

test('the strip of another day takes over the focus of the one that it replaces', async () => {
  const week = (selected: string) =>
    weekOf(['2027-01-20', '2027-01-21'].map((date) => ({ ...day(date, false), isSelected: date === selected })))
  const strip = (selected: string) => (
    <SearchParamsContext value={new URLSearchParams()}>
      <DayStrip key={selected} days={week(selected)} isFiltered={false} onMore={() => {}} />
    </SearchParamsContext>
  )
  const { rerender } = render(strip('2027-01-20'))
  screen.getByRole('button', { name: /21 Jan/ }).focus()
  rerender(strip('2027-01-21'))
  expect(document.activeElement?.getAttribute('aria-current')).toBe('date')
  expect(document.activeElement?.textContent).toContain('21 Jan')
})

test('the strip does not take the focus of another element', () => {
  const days = weekOf([{ ...day('2027-01-20', false), isSelected: true }])
  const page = (key: string) => (
    <SearchParamsContext value={new URLSearchParams()}>
      <button type="button">Search</button>
      <DayStrip key={key} days={days} isFiltered={false} onMore={() => {}} />
    </SearchParamsContext>
  )
  const { rerender } = render(page('first'))
  const search = screen.getByRole('button', { name: 'Search' })
  search.focus()
  rerender(page('second'))
  expect(document.activeElement).toBe(search)
})
