import { writeClock } from '#lib/travel/model/format.ts'

/**
 * "14:38" or "2:38 PM" in the reader's time zone. While the zone is unknown, as in the server's HTML, the time is in
 * UTC and labelled UTC.
 */
export const clockTime = (iso: string, knowsZone: boolean, locale: string): string =>
  knowsZone ? writeClock(new Date(iso), locale) : `${writeClock(new Date(iso), locale, 'UTC')} UTC`
