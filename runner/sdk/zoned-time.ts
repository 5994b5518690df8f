import { formatOffset, parseOffset } from './utc-offset.ts'

/** A local time resolved to its instant. `text` has the offset; `minutes` are whole minutes since the epoch. */
export type Instant = { readonly minutes: number; readonly text: string }

/** A local time at an airport, with its possible instants once the offset is known. */
export type LocalTime = {
  readonly airport: string
  /** `YYYY-MM-DDTHH:MM:SS` */
  readonly text: string
  /** Minutes since the epoch if the local time were UTC. */
  readonly wallMinutes: number
  /**
   * Empty until the offset is known. Two instants, the earlier first, if the local time occurs twice because clocks go
   * back.
   */
  instants: readonly Instant[]
  /** The offsets, in minutes, that the airport's zone has in the weeks around. Empty for an unknown zone. */
  offsets: ReadonlySet<number>
}

const day = /^\d{4}-\d{2}-\d{2}$/
const clock = /^T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?$/
const minuteMs = 60_000

/** Minutes from the epoch to the start of a day like `2027-02-13`. `undefined` for a nonexistent day. */
export function parseDay(text: string): number | undefined {
  const ms = day.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isFinite(ms) && new Date(ms).toISOString().slice(0, 10) === text ? ms / minuteMs : undefined
}

/** A time of day. `minutes`: since midnight, rounded to whole minutes. */
export type Clock = { readonly text: string; readonly minutes: number }

/** Reads `T11:30`, with or without seconds and fractions. `text` has whole seconds. */
function parseClock(value: string): Clock | undefined {
  if (!clock.test(value)) return undefined
  const text = value.length === 6 ? `${value}:00` : value.slice(0, 9)
  return { text, minutes: Math.round(Date.parse(`1970-01-01${text}Z`) / minuteMs) }
}

/** Reads `YYYY-MM-DDTHH:MM[:SS]`. Returns `undefined` for anything else, including a nonexistent day or hour. */
export function parseLocalTime(place: unknown, value: unknown): LocalTime | undefined {
  const airport = parseAirport(place)
  return airport === undefined ? undefined : localTimeAt(airport, value)
}

/** Like `parseLocalTime`, for an airport code that is already validated. */
export function localTimeAt(airport: string, value: unknown): LocalTime | undefined {
  if (typeof value !== 'string') return undefined
  const dayText = value.slice(0, 10)
  const midnight = parseDay(dayText)
  const time = parseClock(value.slice(10))
  if (midnight === undefined || time === undefined) return undefined
  return {
    airport,
    text: dayText + time.text,
    wallMinutes: midnight + time.minutes,
    instants: unknown,
    offsets: noOffsets,
  }
}

/** The `instants` of a local time with an unknown offset. */
const unknown: readonly Instant[] = []
const noOffsets: ReadonlySet<number> = new Set()

const airportCode = /^[A-Z]{3}$/

export function parseAirport(value: unknown): string | undefined {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return airportCode.test(code) ? code : undefined
}

/** An offset, and its suffix in an instant's text. */
export type Offset = { readonly minutes: number; readonly text: string }

export function readOffset(value: unknown): Offset | undefined {
  const minutes = parseOffset(value)
  return minutes === undefined ? undefined : { minutes, text: formatOffset(minutes) }
}

/** The instant of a local time with an offset. */
export function instantAt(time: LocalTime, offset: Offset): Instant {
  return { minutes: time.wallMinutes - offset.minutes, text: time.text + offset.text }
}

const isoDuration = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/

/** `PT14H15M` → 855. An empty or zero duration is `undefined`. */
export function parseDuration(value: unknown): number | undefined {
  const match = typeof value === 'string' ? isoDuration.exec(value) : null
  if (match === null) return undefined
  return Number(match[1] ?? 0) * 1440 + Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0) || undefined
}

/** `minutes` is always positive. `stated`: the minutes that the provider states instead, and that no zone explains. */
export type Span = { readonly stated?: number; readonly from: Instant; readonly to: Instant; readonly minutes: number }

/**
 * The span between the instants of two local times. If a local time occurs twice, the span that lasts the stated
 * minutes, or else the first. `undefined` if an offset is unknown or the end is not after the start.
 */
export function spanBetween(start: LocalTime, end: LocalTime, stated: number | undefined): Span | undefined {
  let found: Span | undefined
  for (const from of start.instants) {
    for (const to of end.instants) {
      const minutes = to.minutes - from.minutes
      if (minutes <= 0) continue
      if (found === undefined || (minutes === stated && found.minutes !== stated)) found = { from, to, minutes }
    }
  }
  return found
}
