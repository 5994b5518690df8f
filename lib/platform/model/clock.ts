/** The cookie with the reader's clock; absent means that the browser's languages decide. */
export const CLOCK_COOKIE = 'clock'

/** The 12-hour and the 24-hour clock, by their names in locales. */
export const clocks = ['h12', 'h23'] as const
export type ClockHours = (typeof clocks)[number]

export function readClock(value: string | undefined): ClockHours | undefined {
  return clocks.find((clock) => clock === value)
}
