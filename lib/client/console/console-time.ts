const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
const utcDayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const timeFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const dayMs = 24 * 60 * 60_000

/** "3 Nov 2026", in the reader's time zone. */
export const dayOf = (iso: string): string => dayFormat.format(new Date(iso))

/** "3 Nov 2026 UTC". The day of an expiry: the forms set the end of a day in UTC, which is the next day in the east. */
export const expiryDayOf = (iso: string): string => `${utcDayFormat.format(new Date(iso))} UTC`

/** "14:32" today, otherwise "3 Nov 2026, 14:32". */
export function momentOf(iso: string, now = new Date()): string {
  const at = new Date(iso)
  const time = timeFormat.format(at)
  return dayFormat.format(at) === dayFormat.format(now) ? time : `${dayFormat.format(at)}, ${time}`
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
