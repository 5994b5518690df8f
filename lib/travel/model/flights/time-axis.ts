import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { parseOffsetTime } from '../offset-time.ts'

const HOUR = 60
const DAY = 24 * HOUR
/** The number of parts between the hour lines. */
const [FEWEST_PARTS, MOST_PARTS] = [4, 5]
/** The axis of a list without flights: 30 hours from 06:00. */
const usual = [6 * HOUR, 36 * HOUR] as const
/** The space between the names of two lines, in percent of the axis: more if both are midnights, with a place. */
const [NAME_WIDTH, MIDNIGHT_WIDTH] = [16, 24]

/** A line of the axis. Hours and days are local to the departure airport, except at a midnight of the destination. */
interface AxisTick {
  /** In percent of the axis. */
  at: number
  hour: number
  day: number
  /** Whose local midnight it is, if it is one. */
  midnight: 'origin' | 'destination' | null
  /** Whether the name of the line has room beside the others. */
  isNamed: boolean
}

/** In minutes since midnight of the departure day, local to the departure airport. */
export interface TimeAxis {
  startMinutes: number
  endMinutes: number
  ticks: AxisTick[]
}

/** A segment of a bar; `left` and `width` are percentages of the axis. */
export interface BarPart {
  kind: 'flight' | 'wait'
  left: number
  width: number
  /** The flight number, or the airport of the wait. */
  label: string
  minutes: number
}

/**
 * One axis for a whole list, from its earliest departure to its latest arrival: rounded out to full hours and to four or
 * five equal parts. The midnight of the destination is marked if its clock differs from that of the origin by the same
 * time for all legs.
 */
export function makeTimeAxis(legs: readonly FlightLeg[]): TimeAxis {
  const spans = legs.length > 0 ? legs.map(spanOf) : [usual]
  const startMinutes = Math.floor(Math.min(...spans.map(([from]) => from)) / HOUR) * HOUR
  const length = Math.max(HOUR, ...spans.map(([, to]) => to - startMinutes))
  const step = Math.ceil(length / MOST_PARTS / HOUR) * HOUR
  const parts = Math.max(FEWEST_PARTS, Math.ceil(length / step))
  const endMinutes = startMinutes + parts * step
  const [shift, ...others] = new Set(legs.map(zoneShift))
  const lines = [
    ...midnights(startMinutes, endMinutes, 0).map((minutes) => ({ minutes, midnight: 'origin' as const })),
    ...(shift && others.length === 0
      ? midnights(startMinutes, endMinutes, shift).map((minutes) => ({ minutes, midnight: 'destination' as const }))
      : []),
    ...Array.from({ length: parts + 1 }, (_, at) => ({ minutes: startMinutes + at * step, midnight: null })),
  ]
  const ticks: AxisTick[] = []
  for (const { minutes, midnight } of lines) {
    const at = percent(minutes, startMinutes, endMinutes)
    const local = minutes + (midnight === 'destination' ? (shift ?? 0) : 0)
    if (midnight === null && ticks.some((tick) => tick.at === at)) continue
    const isNamed = !ticks.some(
      (tick) => tick.isNamed && Math.abs(tick.at - at) < (midnight ? MIDNIGHT_WIDTH : NAME_WIDTH),
    )
    ticks.push({ at, hour: (local / HOUR) % 24, day: Math.floor(local / DAY), midnight, isNamed })
  }
  return { startMinutes, endMinutes, ticks: ticks.toSorted((a, b) => a.at - b.at) }
}

/** The midnights of a clock inside an axis, in minutes of the axis. The clock is ahead of the axis by `shift` minutes. */
function midnights(startMinutes: number, endMinutes: number, shift: number): number[] {
  const found: number[] = []
  for (let at = Math.floor((startMinutes + shift) / DAY + 1) * DAY - shift; at < endMinutes; at += DAY) found.push(at)
  return found
}

/** The positions of a leg's flights and waits on the axis. */
export function legParts(axis: TimeAxis, leg: FlightLeg): BarPart[] {
  const place = (from: string, to: string) => {
    const start = percent(minutesOf(leg, from), axis.startMinutes, axis.endMinutes)
    return { left: start, width: percent(minutesOf(leg, to), axis.startMinutes, axis.endMinutes) - start }
  }
  return leg.segments.flatMap((segment, i): BarPart[] => {
    const flight: BarPart = {
      kind: 'flight',
      ...place(segment.departure.time, segment.arrival.time),
      label: segment.flight_number,
      minutes: segment.duration_minutes,
    }
    const next = leg.segments[i + 1]
    if (!next) return [flight]
    const minutes = minutesOf(leg, next.departure.time) - minutesOf(leg, segment.arrival.time)
    return [
      flight,
      { kind: 'wait', ...place(segment.arrival.time, next.departure.time), label: segment.arrival.airport, minutes },
    ]
  })
}

/** Minutes from midnight of the leg's departure day, local to its departure airport, to an instant. */
export function minutesOf(leg: FlightLeg, time: string): number {
  const departure = parseOffsetTime(leg.departure.time)
  const instant = parseOffsetTime(time)
  if (!departure || !instant) return 0
  const [hour = 0, minute = 0] = departure.time.split(':').map(Number)
  return hour * HOUR + minute + Math.round((instant.instantMs - departure.instantMs) / 60_000)
}

/** How many minutes destination clocks are ahead of origin clocks. */
export function zoneShift(leg: FlightLeg): number {
  const departure = parseOffsetTime(leg.departure.time)
  const arrival = parseOffsetTime(leg.arrival.time)
  return departure && arrival ? arrival.offsetMinutes - departure.offsetMinutes : 0
}

function spanOf(leg: FlightLeg): [from: number, to: number] {
  return [minutesOf(leg, leg.departure.time), minutesOf(leg, leg.arrival.time)]
}

function percent(at: number, from: number, to: number): number {
  return ((at - from) / (to - from)) * 100
}
