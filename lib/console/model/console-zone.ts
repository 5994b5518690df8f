import * as z from 'zod'

/** Stores the console's time zone, so that the server can answer with the reader's days. */
export const ZONE_COOKIE = 'console-zone'

/** An IANA time zone that this runtime supports. Days begin at midnight in this time zone. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'Use the name of an IANA time zone, such as America/Aruba.')

/** The time zone that a request's cookie names; undefined without a valid one. */
export const readZone = (cookie: string | undefined): string | undefined =>
  TimeZone.optional().catch(undefined).parse(cookie)

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
