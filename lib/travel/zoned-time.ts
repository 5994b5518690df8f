import { Temporal } from 'temporal-polyfill'
import { formatOffset } from './offset-time.ts'

// Reads zone rules, so it is for the server; what a page shows carries offsets and needs `offset-time.ts` only.

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::[0-5]\d)?$/

/**
 * The offset ("+09:00") that a local time "YYYY-MM-DDTHH:MM[:SS]" has in an IANA zone; `undefined` for an unknown zone or
 * a time that cannot be. Local time and offset together always name the right instant. A time that occurs twice, when
 * clocks go back, is the earlier one; a time that clocks skip has the offset from before the change, which names the
 * instant that a clock nobody moved would show (Temporal's "compatible").
 */
export function offsetAt(zone: string, localTime: string): string | undefined {
  const instantMs = toInstantMs(zone, localTime)
  return instantMs === undefined ? undefined : formatOffset(Math.round((wallClockMs(localTime) - instantMs) / 60_000))
}

/** The instant, in milliseconds since 1970 UTC, of a local time in a zone; the same rules as `offsetAt`. */
export function toInstantMs(zone: string, localTime: string): number | undefined {
  return toZoned(zone, localTime)?.epochMilliseconds
}

/** The local time "YYYY-MM-DDTHH:MM:SS" that an instant has in a known zone. Throws a RangeError for an unknown one. */
export function toLocalTime(zone: string, instantMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(instantMs)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
}

/** The offset in minutes that an instant has in a known zone. Throws a RangeError for an unknown one. */
export function offsetMinutesAtInstant(zone: string, instantMs: number): number {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(zone)
  return Math.round(offsetNanoseconds / 60_000_000_000)
}

/** The version of the server's zone rules, "2026c"; recorded beside results that depend on them. */
export function zoneDataVersion(): string {
  return process.versions.tz ?? 'unknown'
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
