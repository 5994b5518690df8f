import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { StripDay } from '#lib/travel/flights/day-strip.ts'
import { render } from '../../../../scripts/testing/english-texts.tsx'
import { DayCell } from './day-cell.tsx'

const day: StripDay = {
  date: '2027-01-21',
  query: 'date=2027-01-21',
  isSelected: true,
  isOut: false,
  price: { state: 'unknown', date: '2027-01-21' },
  isLowest: false,
  share: 0,
}

test('the searched day shows "No answer" while its price is unknown', () => {
  render(<DayCell day={day} write={String} listed="" onCheck={() => {}} />)
  expect(screen.getByRole('link').textContent).toBe('Thu 21 JanNo answer')
})

test('a day whose check failed becomes a link to its search, which gives the reason', () => {
  const failed: StripDay = { ...day, isSelected: false, price: { state: 'failed', date: day.date } }
  render(<DayCell day={failed} write={String} listed="" onCheck={() => {}} />)
  expect(screen.getByRole('link').textContent).toBe('Thu 21 JanNo answer')
  expect(screen.queryByRole('button')).toBeNull()
})
