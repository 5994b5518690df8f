import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { type OffsetTime, parseOffsetTime } from '../offset-time.ts'

export const nights = ['flight', 'wait'] as const
/** A night in the air, or at an airport between two flights. */
export type Night = (typeof nights)[number]

const DAY_MINUTES = 24 * 60
const NIGHT_END = 6 * 60
/** How much of the time from midnight to six counts as a night. */
const MIN_MINUTES = 3 * 60

/**
 * The nights of a leg. A flight counts if it includes three hours or more between midnight and six, by the clock of
 * either end. A wait counts if it includes as much of that time, by the airport's clock.
 */
export function nightsOf(leg: FlightLeg): Night[] {
  const found = new Set<Night>()
  let landed: OffsetTime | undefined
  for (const segment of leg.segments) {
    const [start, end] = [parseOffsetTime(segment.departure.time), parseOffsetTime(segment.arrival.time)]
    if (!start || !end) continue
    if (landed && isNight(landed, start, landed)) found.add('wait')
    if (isNight(start, end, start) || isNight(start, end, end)) found.add('flight')
    landed = end
  }
  return nights.filter((night) => found.has(night))
}

/** Whether the interval has enough time between 00:00 and 06:00, at the offset of `clock`. */
export function isNight(from: OffsetTime, to: OffsetTime, clock: OffsetTime): boolean {
  const local = ({ instantMs }: OffsetTime) => instantMs / 60_000 + clock.offsetMinutes
  const [first, last] = [local(from), local(to)]
  let sum = 0
  for (let midnight = Math.floor(first / DAY_MINUTES) * DAY_MINUTES; midnight < last; midnight += DAY_MINUTES) {
    sum += Math.max(0, Math.min(last, midnight + NIGHT_END) - Math.max(first, midnight))
  }
  return sum >= MIN_MINUTES
}
