import { Temporal } from 'temporal-polyfill'
import { formatOffset } from './offset-time.ts'

// Only for the server, because it reads zone rules. Pages show date-times with offsets and need only `offset-time.ts`.

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::[0-5]\d)?$/

/**
 * The offset ("+09:00") of a local time "YYYY-MM-DDTHH:MM[:SS]" in an IANA zone; `undefined` for an unknown zone or an
 * invalid time. Local time and offset together always give the right instant. A time that a clock change repeats means
 * its earlier instant. A skipped time gets the offset from before the change, as if the clock had not changed
 * (Temporal's "compatible").
 */
export function offsetAt(zone: string, localTime: string): string | undefined {
  const instantMs = toInstantMs(zone, localTime)
  return instantMs === undefined ? undefined : formatOffset(Math.round((wallClockMs(localTime) - instantMs) / 60_000))
}

/** The instant, in milliseconds since 1970 UTC, of a local time in a zone; the same rules as `offsetAt`. */
export function toInstantMs(zone: string, localTime: string): number | undefined {
  return toZoned(zone, localTime)?.epochMilliseconds
}

/** The local time "YYYY-MM-DDTHH:MM:SS" of an instant in a known zone. Throws a RangeError for an unknown one. */
export function toLocalTime(zone: string, instantMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(instantMs)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
}

/** The offset in minutes of an instant in a known zone. Throws a RangeError for an unknown one. */
export function offsetMinutesAtInstant(zone: string, instantMs: number): number {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone)
  return Math.round(offsetNanoseconds / 60_000_000_000)
}

function wallClockMs(localTime: string): number {
  return Date.parse(`${localTime}Z`)
}

function toZoned(zone: string, localTime: string): Temporal.ZonedDateTime | undefined {
  if (!LOCAL_TIME.test(localTime) || !/^[A-Za-z]/.test(zone)) return undefined
  try {
    return Temporal.PlainDateTime.from(localTime, { overflow: 'reject' }).toZonedDateTime(zone, {
      disambiguation: 'compatible',
    })
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
