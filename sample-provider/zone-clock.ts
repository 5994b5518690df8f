import { LRUCache } from 'lru-cache'
import { formatOffset } from '#lib/travel/model/offset-time.ts'
import { offsetAt, offsetMinutesAtInstant } from '#lib/travel/model/zoned-time.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const MAX_DAYS = 2000

/**
 * Converts local times to instants and back. Caches the offset of each day without a clock change: a search needs the
 * same few zones and days hundreds of times.
 */
export function createZoneClock() {
  const steady = new LRUCache<string, number | { changes: true }>({ max: MAX_DAYS })

  /** A zone's offset on a UTC day and the days before and after. `undefined` if it changes in that time. */
  function steadyOffset(zone: string, utcDay: number): number | undefined {
    const key = `${zone}|${utcDay}`
    const known = steady.get(key) ?? offsetAround(zone, utcDay)
    steady.set(key, known)
    return typeof known === 'number' ? known : undefined
  }

  return {
    /** Minutes since 1970 UTC. `date` and `minuteOfDay` are local; `minuteOfDay` is the time of day in minutes. */
    toMinute(zone: string, date: string, minuteOfDay: number) {
      const wallMs = Date.parse(`${date}T00:00:00Z`) + minuteOfDay * MINUTE_MS
      const offset = steadyOffset(zone, Math.floor(wallMs / DAY_MS))
      if (offset !== undefined) return wallMs / MINUTE_MS - offset
      const text = offsetAt(zone, new Date(wallMs).toISOString().slice(0, 19))
      return Date.parse(`${new Date(wallMs).toISOString().slice(0, 19)}${text ?? formatOffset(0)}`) / MINUTE_MS
    },
    /** The local time, such as "2026-03-16T13:45:00". `minute`: minutes since 1970 UTC. */
    toLocal(zone: string, minute: number) {
      const instantMs = minute * MINUTE_MS
      const offset = steadyOffset(zone, Math.floor(instantMs / DAY_MS)) ?? offsetMinutesAtInstant(zone, instantMs)
      return new Date(instantMs + offset * MINUTE_MS).toISOString().slice(0, 19)
    },
  }
}

export type ZoneClock = ReturnType<typeof createZoneClock>

function offsetAround(zone: string, utcDay: number): number | { changes: true } {
  const before = offsetMinutesAtInstant(zone, (utcDay - 1) * DAY_MS)
  const after = offsetMinutesAtInstant(zone, (utcDay + 2) * DAY_MS)
  return before === after ? before : { changes: true }
}
