import type { Problem } from './action-contract.ts'
import { checkLink } from './check-link.ts'

/** The longest journey in one direction. Time axes and sliders must cover it. */
const longestLegMinutes = 7 * 24 * 60

type End = { readonly airport: string; readonly time: string }
type Segment = { readonly departure: End; readonly arrival: End }
type Leg = Segment & { readonly segments: readonly Segment[] }

type Offer = { readonly legs: readonly Leg[]; readonly booking_url?: string | undefined }

/**
 * Checks the times and airports of segments and legs, and the booking link. Imports no library, because pages run it
 * too.
 */
export const flightRules = ({ legs, booking_url }: Offer): Problem[] => [
  ...checkLegs(legs).map(({ path, message }) => ({ path: ['legs', ...path], message })),
  ...checkLink(booking_url),
]

/** The reasons why the legs of an offer cannot be flown one after the other. Empty: no problem. */
function checkLegs(legs: readonly Leg[]): Problem[] {
  return legs.flatMap((leg, at) => {
    const { segments } = leg
    const [first, last] = [segments[0], segments.at(-1)]
    const problems = segments.flatMap((segment, index) => checkSegment(segment, segments[index - 1], index))
    const landed = legs[at - 1]?.segments.at(-1)
    if (first !== undefined && last !== undefined) {
      const report = (path: PropertyKey[], message: string) => problems.push({ path, message })
      if (leg.departure.airport !== first.departure.airport) {
        report(['departure', 'airport'], 'is not the departure airport of the first segment')
      }
      if (leg.arrival.airport !== last.arrival.airport) {
        report(['arrival', 'airport'], 'is not the arrival airport of the last segment')
      }
      if (minutesBetween(first.departure, last.arrival) > longestLegMinutes) {
        report(['arrival', 'time'], 'is more than 7 days after the departure')
      }
      if (landed !== undefined && minutesBetween(landed.arrival, first.departure) < 0) {
        report(['departure', 'time'], 'is before the arrival of the previous leg')
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
    const message = 'is before the arrival of the previous segment'
    problems.push({ path: ['segments', at, 'departure', 'time'], message })
  }
  return problems
}

/** The shape check has already validated the form of both times. */
function minutesBetween(from: End, to: End): number {
  return Math.round((Date.parse(to.time) - Date.parse(from.time)) / 60_000)
}
