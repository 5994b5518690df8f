import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { StripDay } from '#lib/travel/model/flights/strip-days.ts'
import { render } from '../../../../../scripts/testing/english-texts.tsx'
import { DayCell } from './day-strip.tsx'

const day: StripDay = {
  date: '2027-01-21',
  query: 'date=2027-01-21',
  isSelected: true,
  isOut: false,
  price: { state: 'unknown', dates: '2027-01-21' },
  isLowest: false,
  share: 0,
}

test('the searched day shows "No answer" while its price is unknown', () => {
  render(<DayCell day={day} write={String} listed="" onCheck={() => {}} />)
  expect(screen.getByRole('link').textContent).toBe('Thu 21 JanNo answer')
})

test('a day whose check failed becomes a link to its search, which gives the reason', () => {
  const failed: StripDay = {
    ...day,
    isSelected: false,
    price: { state: 'failed', reason: 'no_answer', dates: day.date },
  }
  render(<DayCell day={failed} write={String} listed="" onCheck={() => {}} />)
  expect(screen.getByRole('link').textContent).toBe('Thu 21 JanNo answer')
  expect(screen.queryByRole('button')).toBeNull()
})

test('the link that replaces a pressed "Check price" takes its focus', async () => {
  const unknown: StripDay = { ...day, isSelected: false }
  const asking: StripDay = { ...unknown, price: { state: 'asking', dates: day.date } }
  const cell = (shown: StripDay) => (
    <DayCell day={shown} write={String} listed="" onCheck={() => rerender(cell(asking))} />
  )
  const { rerender } = render(cell(unknown))
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('link'))
})

test('a link that replaces "Check price" leaves a focus that has moved on', async () => {
  const unknown: StripDay = { ...day, isSelected: false }
  const cell = (shown: StripDay) => (
    <>
      <DayCell day={shown} write={String} listed="" onCheck={() => {}} />
      <input />
    </>
  )
  const { rerender } = render(cell(unknown))
  await userEvent.click(screen.getByRole('button'))
  await userEvent.tab()
  rerender(cell({ ...unknown, price: { state: 'asking', dates: day.date } }))
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})
