import type { Draw } from '../../draw.ts'

const DAY_MINUTES = 1440
const LONG_MINUTES = 270
const at = (hour: number, minute = 0) => hour * 60 + minute

/** Windows of local time, with the likelihood of a departure in each. */
type Windows = readonly (readonly [likely: number, from: number, until: number])[]

/** For eastbound flights: mostly overnight, as across the Atlantic to Europe or from coast to coast. */
const EASTWARD: Windows = [
  [0.72, at(17), at(23, 50)],
  [0.2, at(8), at(12)],
  [0.08, at(0, 10), at(2, 30)],
]
/** For westbound flights: mostly by day. */
const WESTWARD: Windows = [
  [0.66, at(9), at(16, 30)],
  [0.12, at(6, 30), at(9)],
  [0.22, at(20), at(23, 55)],
]
/** For flights to the north or south: by night or by day. */
const STRAIGHT: Windows = [
  [0.55, at(20), at(23, 55)],
  [0.35, at(8), at(15)],
  [0.1, at(0, 5), at(3)],
]
/** The last flight of a route that crosses a continent eastward: it lands at breakfast time. */
const RED_EYE: Windows = [[1, at(21, 15), at(23, 55)]]

interface Leaving {
  /** The index of the route's flight within the day, from 0. */
  nth: number
  daily: number
  /** The duration from gate to gate. */
  minutes: number
  /** The direction, from -1 (due west) to 1 (due east). */
  east: number
}

/** The departure in minutes after local midnight, at hours that suit the flight's length and direction. */
export function departureMinute({ nth, daily, minutes, east }: Leaving, draw: Draw): number {
  if (minutes >= LONG_MINUTES) {
    if (nth === daily - 1 && daily > 2 && east > 0.4 && minutes < 400) return within(RED_EYE, draw)
    return within(east > 0.35 ? EASTWARD : east < -0.35 ? WESTWARD : STRAIGHT, draw)
  }
  if (nth === daily - 1 && daily > 3 && east > 0.4 && minutes > 180) return within(RED_EYE, draw)
  // Short flights are spread over the day; the last one leaves early enough to land before midnight.
  const [first, last] = [at(6), Math.max(at(18), at(23, 10) - minutes)]
  const slot = (last - first) / daily
  return rounded(first + slot * (nth + draw.between(0.05, 0.95)))
}

function within(windows: Windows, draw: Draw): number {
  let left = draw.next()
  for (const [likely, from, until] of windows) {
    left -= likely
    if (left < 0) return rounded(draw.between(from, until))
  }
  return at(12)
}

function rounded(minute: number): number {
  return Math.min(DAY_MINUTES - 5, Math.round(minute / 5) * 5)
}
