import type { Bags, FlightLeg, FlightResult, FlightSegment, Layover } from '../contract/capabilities/flight-result.ts'
import { broken } from './broken-offer.ts'
import type { SkillHost } from './index.ts'
import type { Span } from './zoned-time.ts'

export type TimedSegment = Span & { readonly segment: FlightSegment }
export type TimedLeg = Pick<Span, 'from' | 'to'> & { readonly leg: FlightLeg }

type Timed = Pick<Span, 'from' | 'to'>

/** Joins the flights of one direction. Throws a BrokenOffer if there are no flights or two flights overlap. */
export function legOf(flights: Iterable<TimedSegment>): TimedLeg {
  const segments: FlightSegment[] = []
  const layovers: Layover[] = []
  let stops = 0
  let first: TimedSegment | undefined
  let last: TimedSegment | undefined
  for (const next of flights) {
    if (last === undefined) first = next
    else layovers.push(layoverBetween(last, next))
    stops += next.segment.technical_stops
    segments.push(next.segment)
    last = next
  }
  if (first === undefined || last === undefined) return broken('no segment')
  const leg = {
    departure: first.segment.departure,
    arrival: last.segment.arrival,
    duration_minutes: last.to.minutes - first.from.minutes,
    stops: stops + layovers.length,
    segments,
    layovers,
  }
  return { leg, from: first.from, to: last.to }
}

function layoverBetween(before: TimedSegment, after: TimedSegment): Layover {
  const { airport } = before.segment.arrival
  return {
    airport,
    duration_minutes: minutesBetween(before, after),
    changes_airport: after.segment.departure.airport !== airport,
  }
}

/** The time from the end of one flight to the start of the next. Throws a BrokenOffer if they overlap. */
export function minutesBetween(before: Timed, after: Timed): number {
  const minutes = after.from.minutes - before.to.minutes
  return minutes < 0 ? broken('leaves before the flight before it lands') : minutes
}

/** The distinct brands of all segments. */
export function brandOf(segments: readonly FlightSegment[]): string | undefined {
  const brands = new Set<string>()
  for (const { fare } of segments) if (fare?.brand !== undefined) brands.add(fare.brand)
  return brands.size === 0 ? undefined : [...brands].join(' / ')
}

export function bagsOf(
  cabin: number | undefined,
  pieces: number | undefined,
  weight: number | undefined,
): Bags | undefined {
  const isChecked = pieces !== undefined || weight !== undefined
  if (cabin === undefined && !isChecked) return undefined
  return { cabin, checked: isChecked ? { pieces, weight_kg: weight } : undefined }
}

/**
 * The allowance on every segment: the minimum of each value. A value is absent unless every segment states it.
 * Exception: if one segment states 0 checked pieces, the result is 0 pieces without a weight.
 */
export function minBags(segments: readonly Pick<FlightSegment, 'bags'>[]): Bags | undefined {
  const first = segments[0]?.bags
  let cabin = first?.cabin
  let pieces = first?.checked?.pieces
  let weight = first?.checked?.weight_kg
  let isNone = false
  for (const { bags } of segments) {
    cabin = lesser(cabin, bags?.cabin)
    pieces = lesser(pieces, bags?.checked?.pieces)
    weight = lesser(weight, bags?.checked?.weight_kg)
    isNone ||= bags?.checked?.pieces === 0
  }
  return bagsOf(cabin, isNone ? 0 : pieces, isNone ? undefined : weight)
}

function lesser(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return undefined
  return one < other ? one : other
}

type Slice = { readonly origin: string; readonly destination: string; readonly date: string }

/**
 * The param that holds a place of a trip: `origin`, or `slices.1.origin` for a trip that is neither one way nor a round
 * trip.
 */
function placeParam(slices: readonly Slice[], at: number, field: 'origin' | 'destination'): string {
  const [out, back] = slices
  const isBack = back === undefined || (back.origin === out?.destination && back.destination === out.origin)
  return isBack && slices.length <= 2 ? field : `slices.${at}.${field}`
}

/** The param of the first place that the host does not know: providers refuse it like any wrong request. */
export async function findUnknownPlace(
  slices: readonly Slice[],
  { offset }: Pick<SkillHost['time'], 'offset'>,
): Promise<string | undefined> {
  for (const [at, slice] of slices.entries()) {
    for (const field of ['origin', 'destination'] as const) {
      const [known] = await offset([[slice[field], `${slice.date}T12:00:00`]])
      if (known === null) return placeParam(slices, at, field)
    }
  }
  return undefined
}

/**
 * Adds a result to those of an answer. The same result twice, such as an offer that moved to the next page between two
 * requests, counts once. A different result with a used ID gets an ID of its own.
 */
export function addResult(result: FlightResult, byId: Map<string, FlightResult>): void {
  const { id } = result
  const first = byId.get(id)
  if (first !== undefined && JSON.stringify(first) === JSON.stringify(result)) return
  for (let repeat = 2; byId.has(result.id); repeat++) result.id = `${id}-${repeat}`
  byId.set(result.id, result)
}
