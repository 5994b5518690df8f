import { dateTimeFormat } from '#lib/platform/model/formatters.ts'
import { toInstantMs, toLocalTime } from '#lib/travel/model/zoned-time.ts'

const dayMs = 24 * 60 * 60_000

/** How exactly a moment is written. */
export type Precision = 'day' | 'minute' | 'second'

const day = { day: 'numeric', month: 'short' } as const
const year = { ...day, year: 'numeric' } as const

/** "3 Nov, 14:32" or "3 Nov, 14:32:17", with the year if it is another one; with the precision `day`, "3 Nov 2026". */
export function momentOf(iso: string, precision: Precision, timeZone: string, now = new Date()): string {
  const at = new Date(iso)
  const write = (parts: Intl.DateTimeFormatOptions, time = at) =>
    dateTimeFormat('en-GB', { ...parts, timeZone }).format(time)
  if (precision === 'day') return write(year)
  const isThisYear = write({ year: 'numeric' }) === write({ year: 'numeric' }, now)
  return `${write(isThisYear ? day : year)}, ${write({ timeStyle: precision === 'minute' ? 'short' : 'medium' })}`
}

/** "Tuesday 3 November 2026 at 14:32:17 GMT+13" */
export const fullMomentOf = (iso: string, timeZone: string): string =>
  dateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone }).format(new Date(iso))

/** The day of a moment in a zone, as the value of a date field. */
export const dayOf = (iso: string, zone: string): string => toLocalTime(zone, Date.parse(iso)).slice(0, 10)

/** The day before the one of a moment in a zone. */
export function dayBefore(at: Date, zone: string): string {
  const day = new Date(`${dayOf(at.toISOString(), zone)}T00:00:00Z`)
  return new Date(day.getTime() - dayMs).toISOString().slice(0, 10)
}

/** The last second of a day in a zone. A text that is no day stays as it is: the schema refuses it. */
export function endOfDay(day: string, zone: string): string {
  const at = toInstantMs(zone, `${day}T23:59:59`)
  return at === undefined ? day : new Date(at).toISOString()
}

/** "in 15 days", "in 1 day" or "within a day"; undefined for a past moment. */
export function whenOf(iso: string): string | undefined {
  const leftMs = new Date(iso).getTime() - Date.now()
  if (leftMs <= 0) return undefined
  const days = Math.floor(leftMs / dayMs)
  return days === 0 ? 'within a day' : days === 1 ? 'in 1 day' : `in ${days} days`
}

/** "1 h old", "2 days old"; "new" in the first hour. */
export function ageOf(iso: string, now = new Date()): string {
  const hours = Math.floor((now.getTime() - new Date(iso).getTime()) / (60 * 60_000))
  if (hours < 1) return 'new'
  return hours < 48 ? `${hours} h old` : `${Math.floor(hours / 24)} days old`
}

/** How urgent an expiry is. `soon` means within 30 days. */
export function expiryTone(iso: string | null, now = new Date()): 'never' | 'far' | 'soon' | 'past' {
  if (iso === null) return 'never'
  const leftMs = new Date(iso).getTime() - now.getTime()
  if (leftMs <= 0) return 'past'
  return leftMs < 30 * dayMs ? 'soon' : 'far'
}
