import { instantAt, type LocalTime, localTimeAt, parseAirport, readOffset } from './zoned-time.ts'

export type OffsetPair = [airport: string, localTime: string]
export type AskOffsets = (pairs: OffsetPair[]) => Promise<readonly (string | null)[]>

/** Every distinct (airport, local time) of one answer. One request gets all offsets. */
export type LocalTimes = {
  /** Registers a time, or returns the registered one. `undefined` if the value is not a local time at an airport. */
  at(airport: unknown, value: unknown): LocalTime | undefined
  /** Fills in the instants. Times at an airport that the host does not know get no instant. */
  resolve(ask: AskOffsets): Promise<void>
}

/** Clocks change at night everywhere: a local time can occur twice only from 21:00 to 04:00. */
const nightStarts = 21 * 60
const nightEnds = 4 * 60
/** Before and after the times of an answer: clocks may change on another day than the host knows. */
const nearMinutes = 14 * 1440

/** The times at one place. `airport` is `undefined` when the place is not an airport. */
type Place = { readonly airport: string | undefined; readonly times: Map<unknown, LocalTime | undefined> }

export function createLocalTimes(): LocalTimes {
  const places = new Map<unknown, Place>()

  const placeOf = (given: unknown): Place => {
    const place = { airport: parseAirport(given), times: new Map() }
    places.set(given, place)
    return place
  }

  return {
    at(given, value) {
      const { airport, times } = places.get(given) ?? placeOf(given)
      const known = times.get(value)
      if (known !== undefined || airport === undefined) return known
      const time = localTimeAt(airport, value)
      times.set(value, time)
      return time
    },
    async resolve(ask) {
      const all = [...places.values()].map(({ times }) => [...times.values()].filter((time) => time !== undefined))
      await resolveAll(all, ask)
    },
  }
}

/**
 * For a local time that occurs twice, the host returns the first offset only. If the offset of the local time one hour
 * later is one hour less, the time occurs twice.
 */
async function resolveAll(airports: readonly LocalTime[][], ask: AskOffsets): Promise<void> {
  const pairs: OffsetPair[] = []
  for (const times of airports) {
    for (const [at, time] of times.entries()) {
      if (at === 0) pairs.push(pairAt(time, -nearMinutes), pairAt(time, nearMinutes))
      pairs.push([time.airport, time.text])
      if (isAtNight(time)) pairs.push(pairAt(time, 60))
    }
  }
  if (pairs.length === 0) return
  const answered = await ask(pairs).catch(() => [])
  let next = 0
  for (const times of airports) {
    const offsets = new Set<number>()
    const read = () => {
      const offset = readOffset(answered[next++])
      if (offset !== undefined) offsets.add(offset.minutes)
      return offset
    }
    for (const [at, time] of times.entries()) {
      if (at === 0) {
        read()
        read()
      }
      const offset = read()
      const hourOn = isAtNight(time) ? read() : undefined
      time.offsets = offsets
      if (offset === undefined) continue
      const first = instantAt(time, offset)
      time.instants = hourOn?.minutes === offset.minutes - 60 ? [first, instantAt(time, hourOn)] : [first]
    }
  }
}

function isAtNight({ wallMinutes }: LocalTime): boolean {
  const ofDay = wallMinutes % 1440
  return ofDay >= nightStarts || ofDay < nightEnds
}

function pairAt({ airport, wallMinutes }: LocalTime, after: number): OffsetPair {
  return [airport, new Date((wallMinutes + after) * 60_000).toISOString().slice(0, 19)]
}
