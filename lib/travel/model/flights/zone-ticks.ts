import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { minutesOf, zoneShift } from './time-axis.ts'

const HOUR = 60

interface RulerTick {
  at: number
  /** From 0 to 23. */
  hour: number
  midnight: boolean
}

/**
 * The ruler of an open row, with origin time above and destination time below on one scale. Positions are percentages.
 * From the full hour before departure to the full hour after arrival, with a tick every few hours in each zone.
 */
export function makeLegRuler(leg: FlightLeg) {
  const from = minutesOf(leg, leg.departure.time)
  const to = minutesOf(leg, leg.arrival.time)
  const startMinutes = Math.floor((from - 1) / HOUR) * HOUR
  const endMinutes = Math.ceil((to + 1) / HOUR) * HOUR
  const step = stepFor((endMinutes - startMinutes) / HOUR) * HOUR
  const shift = zoneShift(leg)
  const ticks = (offset: number): RulerTick[] => {
    const list: RulerTick[] = []
    for (let local = Math.ceil((startMinutes + offset) / step) * step; local - offset <= endMinutes; local += step) {
      const hour = (((local / HOUR) % 24) + 24) % 24
      list.push({
        at: ((local - offset - startMinutes) / (endMinutes - startMinutes)) * 100,
        hour,
        midnight: hour === 0,
      })
    }
    return list
  }
  return { startMinutes, endMinutes, origin: ticks(0), destination: ticks(shift) }
}

/** The hours between ticks: about ten ticks at most, so that their numbers do not touch. */
function stepFor(hours: number): number {
  if (hours <= 9) return 1
  if (hours <= 20) return 2
  if (hours <= 30) return 3
  if (hours <= 42) return 4
  return hours <= 62 ? 6 : 12
}
