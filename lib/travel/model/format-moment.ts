import { dateTimeFormat } from '#lib/platform/model/formatters.ts'
import { dayFormat, formatDate, isEnglish } from './format.ts'

const momentFormat = { ...dayFormat, year: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** A moment as "Sun 22 Nov 2026, 14:32", in an IANA zone, on the reader's 12- or 24-hour clock. */
export function formatMoment(iso: string, locale: string, timeZone: string): string {
  const at = new Date(iso)
  if (!isEnglish(locale)) return dateTimeFormat(locale, { ...momentFormat, timeZone }).format(at)
  const date = dateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(at)
  const time = dateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(at)
  return `${formatDate(date, locale, { year: true })}, ${time}`
}
