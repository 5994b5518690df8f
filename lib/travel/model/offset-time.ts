const OFFSET_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d{2}:\d{2})$/

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

export interface OffsetTime {
  /** The same instant, in milliseconds since 1970 UTC. */
  instantMs: number
  /** Local date, "2026-03-16". */
  date: string
  /** Local time of day, "13:45". */
  time: string
  offsetMinutes: number
}

/** Parses a date-time with offset from a skill; `undefined` if invalid or on a day that does not exist. */
export function parseOffsetTime(text: string): OffsetTime | undefined {
  const match = OFFSET_TIME.exec(text)
  if (match === null) return undefined
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '0', fraction = '0', zone = ''] = match
  const offsetMinutes = zone === 'Z' ? 0 : parseOffset(zone)
  if (offsetMinutes === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  const dayMs = Date.UTC(Number(year), Number(month) - 1, Number(day))
  // Date would turn 30 February into a day in March, and a year before 100 into 19xx.
  const date = new Date(dayMs)
  if (date.getUTCDate() !== Number(day) || date.getUTCFullYear() !== Number(year) || Number(month) > 12)
    return undefined
  const clockMs = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000 + Number(fraction.padEnd(3, '0'))
  return {
    instantMs: dayMs + clockMs - offsetMinutes * MINUTE_MS,
    date: `${year}-${month}-${day}`,
    time: `${hour}:${minute}`,
    offsetMinutes,
  }
}

/** "+09:00" as minutes east of UTC; `undefined` if invalid. */
export function parseOffset(offset: string): number | undefined {
  const match = /^([+-])(\d{2}):(\d{2})$/.exec(offset)
  if (match === null || Number(match[2]) > 23 || Number(match[3]) > 59) return undefined
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return match[1] === '-' ? 0 - minutes : minutes
}

/** Minutes east of UTC as "+09:00". */
export function formatOffset(minutes: number): string {
  const absolute = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.trunc(absolute / 60))}:${two(absolute % 60)}`
}

/** Minutes between two date-times with offsets, rounded; `undefined` if one is invalid. */
export function minutesBetween(from: string, to: string): number | undefined {
  const start = parseOffsetTime(from)
  const end = parseOffsetTime(to)
  return start && end && Math.round((end.instantMs - start.instantMs) / MINUTE_MS)
}

/** Calendar days from one local date to the other (+1: arrives the next day); `undefined` if one is invalid. */
export function dayDifference(from: string, to: string): number | undefined {
  const start = parseOffsetTime(from)
  const end = parseOffsetTime(to)
  return start && end && daysBetween(start.date, end.date)
}

/** Days from one date to another, both "YYYY-MM-DD". */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)
}

/** The date `days` after `date`. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Whether the text is a "YYYY-MM-DD" of an existing day. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === text
}

function two(value: number): string {
  return String(value).padStart(2, '0')
}
