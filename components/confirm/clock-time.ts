import { dateTimeFormat } from '#lib/travel/formatters.ts'

const shape = { timeStyle: 'short' } as const

/**
 * "14:38" or "2:38 PM" in the reader's time zone, or with "UTC" while that is not known: in the HTML of the server.
 */
export const clockTime = (iso: string, knowsZone: boolean, locale: string): string =>
  knowsZone
    ? dateTimeFormat(locale, shape).format(new Date(iso))
    : `${dateTimeFormat(locale, { ...shape, timeZone: 'UTC' }).format(new Date(iso))} UTC`
