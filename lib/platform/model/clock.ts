import { dateTimeFormat } from './formatters.ts'

/** The cookie with the reader's clock; absent means that the browser's languages decide. */
export const CLOCK_COOKIE = 'clock'

/** The 12-hour and the 24-hour clock, by their names in locales. */
export const clocks = ['h12', 'h23'] as const
export type ClockHours = (typeof clocks)[number]

export function readClock(value: string | undefined): ClockHours | undefined {
  return clocks.find((clock) => clock === value)
}

/** Whether readers of a locale use the 12-hour clock. */
export const hasTwelveHours = (locale: string): boolean =>
  dateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 === true
