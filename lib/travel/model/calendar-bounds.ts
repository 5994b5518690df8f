import { daysAnywhere } from '#runner/contract/capabilities/search-days.ts'

/** Today in the reader's own calendar, as "YYYY-MM-DD". */
function localToday(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/**
 * The date from which a browser counts the days of a search: the reader's today, or the search's own first date if it
 * is still today somewhere, as at an airport far to the west. Only the server knows the date at the place itself.
 */
export function todayFor(date: string, now: Date): string {
  const own = localToday(now)
  return date < own && date >= daysAnywhere(now.getTime()).first ? date : own
}
