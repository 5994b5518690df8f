import { dateTimeFormat } from '#lib/platform/model/formatters.ts'
import { formatDate, formatDateRange, isEnglish } from './format.ts'

/** Days with their year: "Sat 13 Feb 2027", "13–21 Feb 2027", or two whole dates in different years. */
export function formatDays(from: string, to: string, locale: string): string {
  if (from === to) return formatDate(from, locale, { year: true })
  if (!isEnglish(locale) && from <= to) {
    const format = dateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
    const range = format.formatRange(new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`))
    return range.replaceAll('\u2009', ' ')
  }
  if (from.slice(0, 4) === to.slice(0, 4)) return `${formatDateRange(from, to, locale)} ${to.slice(0, 4)}`
  return `${formatDate(from, locale, { year: true })} – ${formatDate(to, locale, { year: true })}`
}

/** The weekday of a date in a few letters: "Sat". */
export function formatWeekday(date: string, locale: string): string {
  const day = new Date(`${date}T12:00:00Z`)
  return dateTimeFormat(isEnglish(locale) ? 'en-GB' : locale, { weekday: 'short', timeZone: 'UTC' }).format(day)
}

/** A month "2027-02" as "February 2027". */
export function formatMonth(month: string, locale = 'en-GB'): string {
  return dateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T12:00:00Z`),
  )
}
