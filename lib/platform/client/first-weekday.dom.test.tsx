import { afterEach, expect, test, vi } from 'vitest'
import { firstWeekday } from './first-weekday.ts'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['en-US', 7],
  ['nl-NL', 1],
  ['en-US@posix', 1],
  ['', 1],
])('the week in the language %s begins with day %i', (language, day) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  expect(firstWeekday()).toBe(day)
})
