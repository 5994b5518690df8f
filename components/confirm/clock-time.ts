import { dateTimeFormat } from '#lib/travel/formatters.ts'

const shape = { timeStyle: 'short' } as const

/**
 * "14:38" or "2:38 PM" in the reader's time zone. In UTC, with that label, while the zone is not known, as in the
 * server's HTML.
 */
export const clockTime = (iso: string, knowsZone: boolean, locale: string): string =>
  knowsZone
    ? dateTimeFormat(locale, shape).format(new Date(iso))
    : `${dateTimeFormat(locale, { ...shape, timeZone: 'UTC' }).format(new Date(iso))} UTC`
