/** A local time fixed to its instant; `text` carries the offset, `minutes` are whole minutes since the epoch. */
export type Instant = { readonly minutes: number; readonly text: string }

/** A local time at an airport, and the instants it may be as soon as its offset is known. */
export type LocalTime = {
  readonly airport: string
  /** `YYYY-MM-DDTHH:MM:SS` */
  readonly text: string
  /** Minutes since the epoch if the local time were UTC. */
  readonly wallMinutes: number
  /** None while its offset is not known; two, the earlier first, when clocks go back over it. */
  instants: readonly Instant[]
}

const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/
const airportCode = /^[A-Z]{3}$/

/** Reads `YYYY-MM-DDTHH:MM[:SS]`; `undefined` for anything else, also for a day or hour that does not exist. */
export function parseLocalTime(place: unknown, value: unknown): LocalTime | undefined {
  const airport = parseAirport(place)
  if (airport === undefined || typeof value !== 'string' || !localTime.test(value)) return undefined
  const ms = Date.parse(`${value.slice(0, 16)}${value.slice(16, 19) || ':00'}Z`)
  if (!Number.isFinite(ms)) return undefined
  const text = new Date(ms).toISOString().slice(0, 19)
  if (text.slice(0, 16) !== value.slice(0, 16)) return undefined
  return { airport, text, wallMinutes: Math.round(ms / 60_000), instants: [] }
}

export function parseAirport(value: unknown): string | undefined {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : ''
  return airportCode.test(code) ? code : undefined
}

const offset = /^([+-])(\d{2}):(\d{2})$/

/** `+05:30` → 330; `Z` → 0. */
export function parseOffset(value: unknown): number | undefined {
  if (value === 'Z') return 0
  const match = typeof value === 'string' ? offset.exec(value) : null
  if (match === null) return undefined
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? -minutes : minutes
}

function formatOffset(minutes: number): string {
  const size = Math.abs(minutes)
  const pad = (part: number) => String(part).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(size / 60))}:${pad(size % 60)}`
}

/** The instant of a local time under an offset. */
export function instantAt(time: LocalTime, offsetMinutes: number): Instant {
  return { minutes: time.wallMinutes - offsetMinutes, text: time.text + formatOffset(offsetMinutes) }
}

const isoDuration = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/

/** `PT14H15M` → 855. Nothing or no time at all is `undefined`. */
export function parseDuration(value: unknown): number | undefined {
  const match = typeof value === 'string' ? isoDuration.exec(value) : null
  if (match === null) return undefined
  return Number(match[1] ?? 0) * 1440 + Number(match[2] ?? 0) * 60 + Number(match[3] ?? 0) || undefined
}

/** `minutes` is always above 0. */
export type Span = { readonly from: Instant; readonly to: Instant; readonly minutes: number }

/**
 * The span between two local times, between instants. Where a local time comes twice, the stated duration (ISO 8601)
 * decides which one is meant. `undefined` when an offset is unknown or the end is not after the start.
 */
export function spanBetween(start: LocalTime, end: LocalTime, statedDuration: unknown): Span | undefined {
  const isSure = start.instants.length === 1 && end.instants.length === 1
  const stated = isSure ? undefined : parseDuration(statedDuration)
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
