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
      const all = [...places.values()].flatMap(({ times }) => [...times.values()].filter((time) => time !== undefined))
      if (all.length > 0) await resolveAll(all, ask)
    },
  }
}

/**
 * For a local time that occurs twice, the host returns the first offset only. If the offset of the local time one hour
 * later is one hour less, the time occurs twice.
 */
async function resolveAll(times: readonly LocalTime[], ask: AskOffsets): Promise<void> {
  const nights = times.filter(isAtNight)
  const pairs: OffsetPair[] = []
  for (const time of times) pairs.push([time.airport, time.text])
  for (const time of nights) pairs.push([time.airport, hourAfter(time)])
  const answered = await ask(pairs).catch(() => [])
  let next = times.length
  for (let at = 0; at < times.length; at++) {
    const time = times[at]
    const offset = readOffset(answered[at])
    const hourOn = time !== undefined && isAtNight(time) ? readOffset(answered[next++]) : undefined
    if (time === undefined || offset === undefined) continue
    const first = instantAt(time, offset)
    const comesTwice = hourOn !== undefined && hourOn.minutes === offset.minutes - 60
    time.instants = comesTwice ? [first, instantAt(time, hourOn)] : [first]
  }
}

function isAtNight({ wallMinutes }: LocalTime): boolean {
  const ofDay = wallMinutes % 1440
  return ofDay >= nightStarts || ofDay < nightEnds
}

function hourAfter(time: LocalTime): string {
  return new Date((time.wallMinutes + 60) * 60_000).toISOString().slice(0, 19)
}
