import { addDays, isDate } from '#lib/travel/offset-time.ts'

export const MOST_SEATS = 9
export const MOST_OFFERS = 250
export const DEFAULT_CURRENCY = 'EUR'
const DAYS_AHEAD = 365

/** The documented error for a departure day; `undefined` if it can be searched. `today` is the date at the origin. */
export function checkDate(
  date: string,
  today: string,
): { code: 425 | 4926; detail: string; isPast: boolean } | undefined {
  if (!isDate(date)) return { code: 425, detail: 'Date does not exist', isPast: false }
  if (date < today) return { code: 4926, detail: 'Past date/time not allowed', isPast: true }
  if (date <= addDays(today, DAYS_AHEAD)) return undefined
  return { code: 425, detail: `Date is more than ${DAYS_AHEAD} days ahead`, isPast: false }
}
