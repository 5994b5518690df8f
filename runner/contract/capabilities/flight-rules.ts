import type { Problem } from './action-contract.ts'

/** No journey in one direction takes longer; an axis and a slider have to hold it. */
const longestLegMinutes = 7 * 24 * 60

type End = { readonly airport: string; readonly time: string }
type Segment = { readonly departure: End; readonly arrival: End }
type Leg = Segment & { readonly segments: readonly Segment[] }

/** Why the legs of an offer cannot be flown one after the other; empty when they can. */
export function checkLegs(legs: readonly Leg[]): Problem[] {
  return legs.flatMap((leg, at) => {
    const { segments } = leg
    const [first, last] = [segments[0], segments.at(-1)]
    const problems = segments.flatMap((segment, index) => checkSegment(segment, segments[index - 1], index))
    const landed = legs[at - 1]?.segments.at(-1)
    if (first !== undefined && last !== undefined) {
      const report = (path: PropertyKey[], message: string) => problems.push({ path, message })
      if (leg.departure.airport !== first.departure.airport) {
        report(['departure', 'airport'], 'is not where the first segment leaves')
      }
      if (leg.arrival.airport !== last.arrival.airport) {
        report(['arrival', 'airport'], 'is not where the last segment arrives')
      }
      if (minutesBetween(first.departure, last.arrival) > longestLegMinutes) {
        report(['arrival', 'time'], 'is more than 7 days after the departure')
      }
      if (landed !== undefined && minutesBetween(landed.arrival, first.departure) < 0) {
        report(['departure', 'time'], 'is before the arrival of the leg before it')
      }
    }
    return problems.map(({ path, message }) => ({ path: [at, ...path], message }))
  })
}

function checkSegment({ departure, arrival }: Segment, before: Segment | undefined, at: number): Problem[] {
  const problems: Problem[] = []
  if (minutesBetween(departure, arrival) <= 0) {
    problems.push({ path: ['segments', at, 'arrival', 'time'], message: 'is not after the departure' })
  }
  if (before !== undefined && minutesBetween(before.arrival, departure) < 0) {
    const message = 'is before the arrival of the segment before it'
    problems.push({ path: ['segments', at, 'departure', 'time'], message })
  }
  return problems
}

/** Both times were checked for their form. */
function minutesBetween(from: End, to: End): number {
  return Math.round((Date.parse(to.time) - Date.parse(from.time)) / 60_000)
}
