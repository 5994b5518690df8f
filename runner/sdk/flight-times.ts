import { broken } from './broken-offer.ts'
import { formatOffset } from './utc-offset.ts'
import { type LocalTime, parseDuration, type Span, spanBetween } from './zoned-time.ts'

/** A flight as a provider states it, with its times. */
export type StatedFlight = {
  readonly leaves: LocalTime | undefined
  readonly lands: LocalTime | undefined
  /** ISO 8601, such as `PT14H15M`. Anything else: not stated. */
  readonly duration: unknown
}

/** The times of all flights of one answer. */
export type FlightTimes = {
  /**
   * The span of each flight of one direction. Stated durations count where the host lacks a zone, or where the zone has
   * another offset in the weeks around that explains them. Otherwise the zones count, and the span has the stated minutes
   * beside its own. Throws a BrokenOffer if a time is missing, if a flight arrives before it leaves, or if it needs the
   * zone of an airport that the host does not know.
   */
  spansOf(flights: readonly StatedFlight[]): readonly Span[]
  /** For the answer: the airports that the host does not know. If it knows all, it is empty. */
  metadata(): { readonly unknown_airports?: readonly string[] }
  /** For the operator: sentences that name each airport with a missing or contradicted zone, once. */
  findings(): string[]
}

/** `span`: by the zones. */
type Flight = ReturnType<typeof flightOf>
/** A departure or arrival. `at`: minutes since the first departure. */
type End = { readonly time: LocalTime; readonly at: number }

/** The UTC offsets of all zones are between these, in minutes. */
const minOffset = -12 * 60
const maxOffset = 14 * 60
/** Within a journey, clock changes alter the offset of one airport by at most this many minutes. */
const maxChange = 60
const maxNamed = 20

export function createFlightTimes(): FlightTimes {
  const lacking = new Set<string>()
  const contradicted = new Set<string>()

  return {
    spansOf(given) {
      const flights = given.map(flightOf)
      const byZones = flights.flatMap(({ span }) => span ?? [])
      const isWhole = byZones.length === flights.length
      if (isWhole && flights.every(({ stated, span }) => (stated ?? span?.minutes) === span?.minutes)) return byZones

      const ends = endsOf(flights)
      const start = startOf(ends)
      const lacks = new Set(ends.flatMap(({ time }) => (time.instants.length === 0 ? time.airport : [])))
      for (const airport of lacks) lacking.add(airport)
      if (start !== undefined) {
        const instants = ends.map(({ time, at }) => {
          const minutes = start + at
          const isKnown = time.instants.length > 0
          if (isKnown && time.instants.every((one) => one.minutes !== minutes)) contradicted.add(time.airport)
          return { minutes, text: time.text + formatOffset(time.wallMinutes - minutes) }
        })
        return instants.flatMap((from, index) => {
          const to = instants[index + 1]
          return index % 2 === 0 && to ? { from, to, minutes: to.minutes - from.minutes } : []
        })
      }
      // Durations that no zone can explain are wrong themselves.
      if (isWhole) {
        return flights.flatMap(({ leaves, lands, stated, span }) => {
          if (span === undefined || stated === undefined || stated === span.minutes) return span ?? []
          contradicted.add(`${leaves.airport}–${lands.airport}`)
          return { ...span, stated }
        })
      }
      return broken(lacks.size > 0 ? 'an airport that our data lacks' : 'arrives before it leaves')
    },
    metadata: () => (lacking.size === 0 ? {} : { unknown_airports: [...lacking].slice(0, maxNamed) }),
    findings: () => [
      ...named('our airport data lacks', lacking),
      ...named('stated durations contradict the time zones of', contradicted),
    ],
  }
}

/** The instant of the first departure at most ends. `undefined` if no zones explain the durations. */
function startOf(ends: readonly End[]): number | undefined {
  const agreeing = new Map<number, number>()
  for (const { time, at } of ends)
    for (const { minutes } of time.instants) agreeing.set(minutes - at, (agreeing.get(minutes - at) ?? 0) + 1)
  const starts = [...agreeing].sort(([, a], [, b]) => b - a)
  return starts.find(([start]) => isPossible(ends, start))?.[0]
}

function flightOf({ leaves, lands, duration }: StatedFlight) {
  if (!leaves || !lands) return broken(leaves ? 'no arrival' : 'no departure')
  const stated = parseDuration(duration)
  return { leaves, lands, stated, span: spanBetween(leaves, lands, stated) }
}

/** The departures and arrivals in turn. NaN: after a flight whose duration is neither stated nor computable. */
function endsOf(flights: readonly Flight[]): readonly End[] {
  let before: LocalTime | undefined
  let at = 0
  return flights.flatMap(({ leaves, lands, stated, span }) => {
    if (before) at += waitBetween(before, leaves)
    before = lands
    const from = at
    at += stated ?? span?.minutes ?? Number.NaN
    return [
      { time: leaves, at: from },
      { time: lands, at },
    ]
  })
}

/**
 * Both times are at one airport, or in one city. So their distance does not depend on its zone, except when clocks
 * change in between.
 */
function waitBetween(lands: LocalTime, leaves: LocalTime): number {
  const [from, to] = [lands.instants[0], leaves.instants[0]]
  const isOne = lands.airport === leaves.airport
  return isOne && from && to ? to.minutes - from.minutes : leaves.wallMinutes - lands.wallMinutes
}

/** Whether zones can have the offsets that follow from the instant of the first departure. */
function isPossible(ends: readonly End[], start: number): boolean {
  const offsets = new Map<string, number>()
  return ends.every(({ time: { airport, wallMinutes, offsets: ofZone }, at }) => {
    const offset = wallMinutes - start - at
    if (ofZone.size > 0 && !ofZone.has(offset)) return false
    const other = offsets.get(airport) ?? offset
    offsets.set(airport, offset)
    return offset >= minOffset && offset <= maxOffset && Math.abs(offset - other) <= maxChange
  })
}

const named = (what: string, airports: ReadonlySet<string>) =>
  airports.size > 0 ? [`${what} ${[...airports].slice(0, maxNamed).join(', ')}`] : []
