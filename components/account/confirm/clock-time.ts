import { dateTimeFormat } from '#lib/platform/model/formatters.ts'

const shape = { timeStyle: 'short' } as const

/**
 * "14:38" or "2:38 PM" in the reader's time zone. While the zone is unknown, as in the server's HTML, the time is in
 * UTC and labelled UTC.
 */
export const clockTime = (iso: string, knowsZone: boolean, locale: string): string =>
  knowsZone
    ? dateTimeFormat(locale, shape).format(new Date(iso))
    : `${dateTimeFormat(locale, { ...shape, timeZone: 'UTC' }).format(new Date(iso))} UTC`
