import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { parseOffsetTime } from '../offset-time.ts'

const HOUR = 60
const TICK = 6 * HOUR
const MORNING = 6 * HOUR
const SPAN = 30 * HOUR

/** In minutes since midnight of the departure day, local to the departure airport. */
export interface TimeAxis {
  startMinutes: number
  endMinutes: number
  ticks: { at: number; hour: number; day: number; midnight: boolean }[]
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
 * One axis for a whole list: 30 hours from 06:00. Departures before 06:00 start it at midnight, and trips that end
 * later extend it in steps of six hours.
 */
export function makeTimeAxis(legs: readonly FlightLeg[]): TimeAxis {
  const spans = legs.map(spanOf)
  const startMinutes = spans.some(([from]) => from < MORNING) ? 0 : MORNING
  const latest = Math.max(startMinutes + SPAN, ...spans.map(([, to]) => to))
  const endMinutes = Math.ceil(latest / TICK) * TICK
  const step = endMinutes - startMinutes > 48 * HOUR ? 2 * TICK : TICK
  const ticks: TimeAxis['ticks'] = []
  for (let at = Math.ceil(startMinutes / step) * step; at <= endMinutes; at += step) {
    const day = Math.floor(at / (24 * HOUR))
    const hour = (at / HOUR) % 24
    const midnight = day > 0 && at % (24 * HOUR) === 0
    ticks.push({ at: percent(at, startMinutes, endMinutes), hour, day, midnight })
  }
  return { startMinutes, endMinutes, ticks }
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

function spanOf(leg: FlightLeg): [from: number, to: number] {
  return [minutesOf(leg, leg.departure.time), minutesOf(leg, leg.arrival.time)]
}

function percent(at: number, from: number, to: number): number {
  return ((at - from) / (to - from)) * 100
}
