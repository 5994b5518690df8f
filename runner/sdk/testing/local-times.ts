import { Temporal } from 'temporal-polyfill'

/** The local time `YYYY-MM-DDTHH:MM:SS` of an instant in an IANA zone. Throws a RangeError for an unknown zone. */
export const localTimeAt = (zone: string, ms: number): string =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })

/**
 * The offset of a local time; `undefined` for an unknown zone. Follows the platform's rules: the first offset of an
 * ambiguous time, and for a skipped time the offset before the change.
 */
export function offsetIn(zone: string, localTime: string): string | undefined {
  try {
    const wall = Temporal.PlainDateTime.from(localTime)
    const at = wall.toZonedDateTime(zone, { disambiguation: 'compatible' })
    // Of a skipped time, `at` is after the change.
    const before = at.toPlainDateTime().equals(wall) ? at : at.subtract({ days: 1 })
    return before.offset
  } catch {
    return undefined
  }
}
