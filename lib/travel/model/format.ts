import { dateTimeFormat, numberFormat } from '#lib/platform/model/formatters.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import { parseOffsetTime } from './offset-time.ts'

const NBSP = '\u00a0'

/** The duration of a step: "312 ms" under a second, else "1.12 s", with the reader's decimal sign. */
export function formatElapsed(ms: number, locale = 'en-GB'): string {
  if (ms < 999.5) return `${Math.max(0, Math.round(ms))}${NBSP}ms`
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false }
  return `${numberFormat(locale, digits).format(ms / 1000)}${NBSP}s`
}

/** In English, dates are always written as day and month; other languages use their own order. */
const isEnglish = (locale: string) => locale.startsWith('en')

/**
 * A date "YYYY-MM-DD" as "Sat 13 Feb", "Sa., 13. Feb." Server and browser have to write the same text, and their data
 * on languages differ: every date here is made of single dates, which all engines write alike.
 */
export function formatDate(date: string, locale = 'en-GB', options: { year?: boolean } = {}): string {
  return writeDate(noon(date), locale, { weekday: 'short', ...(options.year && { year: 'numeric' }) })
}

/**
 * "13 Feb" for one day, "13–21 Feb" within one month, else "27 Feb – 3 Mar". With `year`: "13–21 Feb 2027". A rejected
 * search may have its days in the wrong order.
 */
export function formatDateRange(from: string, to: string, locale = 'en-GB', options: { year?: boolean } = {}): string {
  const withYear = options.year ? ({ year: 'numeric' } as const) : {}
  const isSame = (length: number) => from.slice(0, length) === to.slice(0, length)
  const write = (date: string, parts: Intl.DateTimeFormatOptions) => writeDate(noon(date), locale, parts)
  if (from === to) return write(to, withYear)
  // Japanese names the year and the month first, so its second date is the short one.
  const isYearFirst = locale.startsWith('ja')
  if (isSame(7) && from < to) {
    const day = (date: string) => dayFormat(locale).format(noon(date))
    if (isYearFirst) return `${write(from, withYear)}–${day(to)}`
    return `${day(from)}${locale.startsWith('de') ? '.' : ''}–${write(to, withYear)}`
  }
  const [first, last] = isSame(4) ? [isYearFirst ? withYear : {}, isYearFirst ? {} : withYear] : [withYear, withYear]
  return `${write(from, first)} – ${write(to, last)}`
}

const noon = (date: string) => new Date(`${date}T12:00:00Z`)
const dayFormat = (locale: string) => dateTimeFormat(locale, { day: 'numeric', timeZone: 'UTC' })

/** Day and month of a moment in a zone, and the parts asked for. English has three letters for each month. */
export function writeDate(at: Date, locale: string, parts: Intl.DateTimeFormatOptions, timeZone = 'UTC'): string {
  const options = { day: 'numeric', month: 'short', ...parts, timeZone } as const
  if (!isEnglish(locale)) return dateTimeFormat(locale, options).format(at)
  // en-GB has a comma after the weekday in some engines, and writes "Sept".
  const words = dateTimeFormat('en-GB', options).formatToParts(at)
  return words
    .filter(({ type }) => type !== 'literal')
    .map(({ type, value }) => (type === 'month' ? value.slice(0, 3) : value))
    .join(' ')
}

/** The local time of a date-time with offset, on the reader's 12- or 24-hour clock; "" if invalid. */
export function formatTime(offsetTime: string, locale = 'en-GB'): string {
  const parsed = parseOffsetTime(offsetTime)
  return parsed === undefined ? '' : formatClock(parsed.time, locale)
}

/** A time of day "HH:MM" on the reader's 12- or 24-hour clock; other text unchanged. */
export function formatClock(time: string, locale: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return time
  return writeClock(new Date(`1970-01-01T${time}:00Z`), locale, 'UTC')
}

/**
 * The time of a moment as "09:05", or as "9:05 AM" for a locale with a 12-hour clock; in the system's zone if none is
 * given. Engines differ in the zero before the hour and in the blank before AM, so neither is left to them.
 */
export function writeClock(at: Date | number, locale: string, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone }
  const parts = dateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', ...zone }).formatToParts(at)
  const digits = parts.some(({ type }) => type === 'dayPeriod') ? 1 : 2
  const write = ({ type, value }: Intl.DateTimeFormatPart) =>
    type === 'hour' ? String(Number(value)).padStart(digits, '0') : value
  return parts.map(write).join('').replaceAll(/\s/g, ' ')
}

/** The age of a fact: "40 s ago", "2 min ago", the reader's clock time for twelve hours, and then its date. */
export function ageText(thenMs: number, nowMs: number, locale: string, t: Texts<'units'>, timeZone?: string): string {
  const seconds = Math.max(0, Math.round((nowMs - thenMs) / 1000))
  if (seconds < 60) return t('secondsAgo', { count: seconds })
  if (seconds < 3600) return t('minutesAgo', { count: Math.floor(seconds / 60) })
  if (seconds < 43_200) return writeClock(thenMs, locale, timeZone)
  const zone = timeZone === undefined ? {} : { timeZone }
  return dateTimeFormat(locale, { day: 'numeric', month: 'short', ...zone }).format(thenMs)
}

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

/** A moment as "Sun 22 Nov 2026, 14:32", in an IANA zone, on the reader's 12- or 24-hour clock. */
export function formatMoment(iso: string, locale: string, timeZone: string): string {
  const at = new Date(iso)
  return `${writeDate(at, locale, { weekday: 'short', year: 'numeric' }, timeZone)}, ${writeClock(at, locale, timeZone)}`
}

/** "9 h 15", "45 min", "26 h 05", with non-breaking spaces; hours never become days. */
export function formatDuration(minutes: number): string {
  const whole = Math.max(0, Math.round(minutes))
  const hours = Math.trunc(whole / 60)
  if (hours === 0) return `${whole}${NBSP}min`
  return `${hours}${NBSP}h${NBSP}${String(whole % 60).padStart(2, '0')}`
}
