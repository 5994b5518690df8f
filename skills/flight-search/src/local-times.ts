import { instantAt, type LocalTime, parseLocalTime, parseOffset } from './zoned.ts'

export type OffsetPair = [airport: string, localTime: string]
export type AskOffsets = (pairs: OffsetPair[]) => Promise<readonly string[]>

/** Every distinct (airport, local time) of one answer. Offsets are asked once, for all together. */
export type LocalTimes = {
  /** Notes a time, or finds it again; `undefined` when it is not a local time at an airport. */
  at(airport: unknown, value: unknown): LocalTime | undefined
  /** Fills in the instants. Times at an airport that the host does not know stay without one. */
  resolve(ask: AskOffsets): Promise<void>
}

/** Clocks change at night, everywhere: only in these hours can a local time come twice. */
const nightHours = new Set(['21', '22', '23', '00', '01', '02', '03'])
/** Stays below the host calls that the manifest allows, the search itself included. */
const mostCalls = 40

export function createLocalTimes(): LocalTimes {
  const times = new Map<string, LocalTime | undefined>()

  return {
    at(airport, value) {
      const key = `${airport} ${value}`
      const known = times.get(key)
      if (known !== undefined || times.has(key)) return known
      const time = parseLocalTime(airport, value)
      times.set(key, time)
      return time
    },
    async resolve(ask) {
      const byAirport = new Map<string, LocalTime[]>()
      for (const time of times.values()) {
        if (time === undefined) continue
        const known = byAirport.get(time.airport)
        if (known === undefined) byAirport.set(time.airport, [time])
        else known.push(time)
      }
      if (byAirport.size > 0) await resolveAll([...byAirport.values()], ask)
    },
  }
}

/** One call for all; when the host refuses the list, halves of it, until only the airport it refuses is left out. */
async function resolveAll(airports: LocalTime[][], ask: AskOffsets): Promise<void> {
  const open = [airports]
  for (let calls = 0; calls < mostCalls; calls++) {
    const group = open.shift()
    if (group === undefined) return
    const isAnswered = await resolveGroup(group.flat(), ask)
    if (isAnswered || group.length === 1) continue
    const half = Math.ceil(group.length / 2)
    open.push(group.slice(0, half), group.slice(half))
  }
}

/** The offset an hour on tells whether a time comes twice: the host answers for the first of the two. */
async function resolveGroup(times: readonly LocalTime[], ask: AskOffsets): Promise<boolean> {
  const nights = times.filter((time) => nightHours.has(time.text.slice(11, 13)))
  const pairs = times.map((time): OffsetPair => [time.airport, time.text])
  const anHourOn = nights.map((time): OffsetPair => [time.airport, hourAfter(time)])
  const offsets = await ask([...pairs, ...anHourOn]).then(
    (answered) => answered.map(parseOffset),
    () => undefined,
  )
  if (offsets === undefined) return false
  times.forEach((time, at) => {
    const offset = offsets[at]
    if (offset !== undefined) time.instants = [instantAt(time, offset)]
  })
  nights.forEach((time, at) => {
    const offset = offsets[times.indexOf(time)]
    const next = offsets[times.length + at]
    if (offset !== undefined && next === offset - 60) time.instants = [...time.instants, instantAt(time, next)]
  })
  return true
}

function hourAfter(time: LocalTime): string {
  return new Date((time.wallMinutes + 60) * 60_000).toISOString().slice(0, 19)
}
