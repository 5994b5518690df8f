import { writeClock, writeDate } from './format.ts'

/** A moment as "Sun 22 Nov 2026, 14:32", in an IANA zone, on the reader's 12- or 24-hour clock. */
export function formatMoment(iso: string, locale: string, timeZone: string): string {
  const at = new Date(iso)
  return `${writeDate(at, locale, { weekday: 'short', year: 'numeric' }, timeZone)}, ${writeClock(at, locale, timeZone)}`
}
