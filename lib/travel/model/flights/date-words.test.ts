import { expect, test } from 'vitest'
import { english } from '#lib/platform/server/i18n/english.ts'
import { daysText, stateText, stopText } from './date-words.ts'

const texts = { t: english('dates'), flights: english('flights') }

const dates = '2027-02-13'

test('each state of a cell has its own words', () => {
  const shown = [
    stateText(undefined, 'EUR', texts),
    stateText({ state: 'asking', dates }, 'EUR', texts),
    stateText({ state: 'none', dates }, 'EUR', texts),
    ...(['no_answer', 'throttled', 'currency'] as const).map((reason) =>
      stateText({ state: 'failed', reason, dates }, 'EUR', texts),
    ),
  ]
  expect(shown).toEqual(['Ask', 'Asking', 'None', 'No answer', 'Too busy', 'Not in EUR'])
  expect(stateText({ state: 'unknown', dates }, 'EUR', texts)).toBe('Ask')
})

test('the text of a cell names one day, or a departure and a return', () => {
  expect(daysText({ date: '2027-02-28', return_date: '2027-03-01' }, 'en-GB', texts.t)).toBe('Sun 28 Feb to Mon 1 Mar')
  expect(daysText({ date: '2028-02-29', return_date: null }, 'en-GB', texts.t)).toBe('Tue 29 Feb')
})

test('the text of an early stop says why, and when to look again', () => {
  expect(stopText({ state: 'stopped', reason: 'limit', retry_after_s: 61 }, 'EUR', texts.t)).toContain(
    'Look again in 2 min',
  )
  expect(stopText({ state: 'stopped', reason: 'throttled' }, 'EUR', texts.t)).toContain('Wait a minute')
  expect(stopText({ state: 'stopped', reason: 'currency' }, 'EUR', texts.t)).toContain('other currencies than EUR')
})
