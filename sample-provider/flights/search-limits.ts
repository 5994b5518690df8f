import { addDays, isDate } from '#lib/travel/model/offset-time.ts'

export const MAX_SEATS = 9
export const MAX_OFFERS = 250
export const DEFAULT_CURRENCY = 'EUR'
const DAYS_AHEAD = 365

/** The earliest day of a flight after one on `day`: a flight eastward across the date line can land the day before. */
export const earliestAfter = (day: string): string => addDays(day, -1)

/**
 * The documented error for a departure day; `undefined` if it can be searched. `today` is the date at the origin of the
 * first flight. `isLater`: the day belongs to a later flight, and where that one leaves it may still be yesterday.
 */
export function checkDate(
  date: string,
  today: string,
  isLater: boolean,
): { code: 425 | 4926; detail: string; isPast: boolean } | undefined {
  if (!isDate(date)) return { code: 425, detail: 'Date does not exist', isPast: false }
  if (date < (isLater ? earliestAfter(today) : today))
    return { code: 4926, detail: 'Past date/time not allowed', isPast: true }
  if (date <= addDays(today, DAYS_AHEAD)) return undefined
  return { code: 425, detail: `Date is more than ${DAYS_AHEAD} days ahead`, isPast: false }
}
