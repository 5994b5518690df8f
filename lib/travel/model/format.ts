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
export const isEnglish = (locale: string) => locale.startsWith('en')

/** A date "YYYY-MM-DD" as "Sat 13 Feb", "Sa., 13. Feb." */
export function formatDate(date: string, locale = 'en-GB', options: { year?: boolean } = {}): string {
  const day = new Date(`${date}T12:00:00Z`)
  if (!isEnglish(locale))
    return dateTimeFormat(locale, { ...dayFormat, ...(options.year && { year: 'numeric' }) }).format(day)
  const weekday = dateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' }).format(day)
  const year = options.year ? ` ${date.slice(0, 4)}` : ''
  return `${weekday} ${Number(date.slice(8))} ${monthName(day)}${year}`
}

export const dayFormat = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const

/**
 * "13 Feb" for one day, "13–21 Feb" within one month, else "27 Feb – 3 Mar". A rejected search may have its days in the
 * wrong order.
 */
export function formatDateRange(from: string, to: string, locale = 'en-GB'): string {
  const [start, end] = [new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`)]
  if (!isEnglish(locale)) {
    const format = dateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
    if (from > to) return `${format.format(start)} – ${format.format(end)}`
    // Node writes thin spaces around the dash and browsers do not: the pages of both must be the same.
    return format.formatRange(start, end).replaceAll('\u2009', ' ')
  }
  const [first, last] = [start.getUTCDate(), `${end.getUTCDate()} ${monthName(end)}`]
  if (from === to) return last
  return from.slice(0, 7) === to.slice(0, 7) && from < to
    ? `${first}–${last}`
    : `${first} ${monthName(start)} – ${last}`
}

/** The local time of a date-time with offset, on the reader's 12- or 24-hour clock; "" if invalid. */
export function formatTime(offsetTime: string, locale = 'en-GB'): string {
  const parsed = parseOffsetTime(offsetTime)
  return parsed === undefined ? '' : formatClock(parsed.time, locale)
}

/** A time of day "HH:MM" on the reader's 12- or 24-hour clock; other text unchanged. */
export function formatClock(time: string, locale: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return time
  return dateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(new Date(`1970-01-01T${time}:00Z`))
}

/** The age of a fact: "40 s ago", "2 min ago", the reader's clock time for twelve hours, and then its date. */
export function ageText(thenMs: number, nowMs: number, locale: string, t: Texts<'units'>, timeZone?: string): string {
  const seconds = Math.max(0, Math.round((nowMs - thenMs) / 1000))
  if (seconds < 60) return t('secondsAgo', { count: seconds })
  if (seconds < 3600) return t('minutesAgo', { count: Math.floor(seconds / 60) })
  const form = seconds < 43_200 ? ({ timeStyle: 'short' } as const) : ({ day: 'numeric', month: 'short' } as const)
  return dateTimeFormat(locale, timeZone === undefined ? form : { ...form, timeZone }).format(thenMs)
}

/** The English name. en-GB writes "Sept"; three letters keep columns aligned. */
function monthName(day: Date): string {
  return dateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' }).format(day).slice(0, 3)
}
