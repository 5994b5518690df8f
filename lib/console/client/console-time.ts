type Zone = 'local' | 'UTC'

const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
const formatsIn = (timeZone?: 'UTC') => ({
  day: new Intl.DateTimeFormat('en-GB', { ...day, timeZone }),
  minute: new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }),
  second: new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone }),
})
const formats = { local: formatsIn(), UTC: formatsIn('UTC') }
const dayMs = 24 * 60 * 60_000

/** "3 Nov 2026 UTC". The day of an expiry: the forms set the end of a day in UTC, which is the next day in the east. */
export const expiryDayOf = (iso: string): string => `${formats.UTC.day.format(new Date(iso))} UTC`

/** How exactly a moment is written. */
export type Precision = 'day' | 'minute' | 'second'

/** "14:32" or "14:32:17" today, otherwise "3 Nov 2026, 14:32"; with the precision `day`, "3 Nov 2026". */
export function momentOf(iso: string, precision: Precision, zone: Zone = 'local', now = new Date()): string {
  const at = new Date(iso)
  const format = formats[zone]
  const dayOf = format.day.format(at)
  if (precision === 'day') return dayOf
  const time = format[precision].format(at)
  return dayOf === format.day.format(now) ? time : `${dayOf}, ${time}`
}

/** "in 15 days", "in 1 day" or "within a day"; undefined for a past moment. */
export function whenOf(iso: string, now = new Date()): string | undefined {
  const leftMs = new Date(iso).getTime() - now.getTime()
  if (leftMs <= 0) return undefined
  const days = Math.floor(leftMs / dayMs)
  return days === 0 ? 'within a day' : days === 1 ? 'in 1 day' : `in ${days} days`
}

/** How urgent an expiry is. `soon` means within 30 days. */
export function expiryTone(iso: string | null, now = new Date()): 'never' | 'far' | 'soon' | 'past' {
  if (iso === null) return 'never'
  const leftMs = new Date(iso).getTime() - now.getTime()
  if (leftMs <= 0) return 'past'
  return leftMs < 30 * dayMs ? 'soon' : 'far'
}
