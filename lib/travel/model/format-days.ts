import { dateTimeFormat } from '#lib/platform/model/formatters.ts'
import { formatDate, formatDateRange } from './format.ts'

/** Days with their year: "Sat 13 Feb 2027" for one day, else "13–21 Feb 2027". */
export const formatDays = (from: string, to: string, locale: string): string =>
  from === to ? formatDate(from, locale, { year: true }) : formatDateRange(from, to, locale, { year: true })

/** The weekday of a date in a few letters: "Sat". */
export function formatWeekday(date: string, locale: string): string {
  return dateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(new Date(`${date}T12:00:00Z`))
}

/** A month "2027-02" as "February 2027". */
export function formatMonth(month: string, locale = 'en-GB'): string {
  return dateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T12:00:00Z`),
  )
}
