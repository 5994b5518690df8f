import { dateTimeFormat } from '#lib/platform/model/formatters.ts'
import type { Texts } from '#lib/platform/model/texts.ts'

const NBSP = '\u00a0'

/** A duration in the reader's language, like `formatDuration`. */
export function durationText(minutes: number, t: Texts<'units'>): string {
  const whole = Math.max(0, Math.round(minutes))
  const hours = Math.trunc(whole / 60)
  if (hours === 0) return t('minutes', { minutes: whole })
  return t('hoursMinutes', { hours, minutes: String(whole % 60).padStart(2, '0') })
}

/**
 * A full hour on a scale: "18", or "6" on a 12-hour clock, where the first hour and each 12 also have AM or PM
 * ("6 PM", "午後 6").
 */
export function tickText(hour: number, locale: string, isFirst: boolean): string {
  const isHalf = ({ type }: Intl.DateTimeFormatPart) => type === 'dayPeriod'
  const parts = dateTimeFormat(locale, { hour: 'numeric', timeZone: 'UTC' }).formatToParts(new Date(hour * 3_600_000))
  // Languages differ in the order of the hour and AM or PM.
  const shown = parts.filter((part) => part.type === 'hour' || (isHalf(part) && (isFirst || hour % 12 === 0)))
  const text = shown.map(({ value }) => value.replaceAll(/\s/g, NBSP)).join(NBSP)
  return parts.some(isHalf) ? text : text.padStart(2, '0')
}

/** The raised mark after an arrival: "+1", "−1", or "" on the same day. */
export function formatDayDifference(days: number): string {
  if (days === 0) return ''
  return days > 0 ? `+${days}` : `−${Math.abs(days)}`
}

/** The spoken form of the mark: "arrives next day". */
export function describeDayDifference(days: number, t: Texts<'flights'>): string {
  if (days === 0) return ''
  if (days === 1) return t('arrivesNextDay')
  if (days === -1) return t('arrivesDayBefore')
  return days > 0 ? t('arrivesDaysLater', { count: days }) : t('arrivesDaysBefore', { count: -days })
}
