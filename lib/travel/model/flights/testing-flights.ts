import type { FlightLeg, FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { formatOffset } from '../offset-time.ts'
import type { FlightOffer } from './flight-offer.ts'

interface LegStops {
  airport: string
  /** Minutes east of UTC. */
  offset: number
}

/** A date-time with the offset of `at`, `minutes` after the local midnight of `date` at `from`. */
function timeAt(date: string, minutes: number, from: LegStops, at: LegStops): string {
  const ms = Date.parse(`${date}T00:00:00Z`) + (minutes - from.offset + at.offset) * 60_000
  return `${new Date(ms).toISOString().slice(0, 19)}${formatOffset(at.offset)}`
}

/**
 * A leg through `stops`. `times` are each flight's departure and arrival, in minutes since midnight at the first stop.
 */
export function makeLeg(date: string, stops: LegStops[], times: [departure: number, arrival: number][]): FlightLeg {
  const origin = stops[0]
  if (!origin) throw new Error('A leg needs an origin')
  const segments = times.map(([departure, arrival], i): FlightLeg['segments'][number] => {
    const from = stops[i] ?? origin
    const to = stops[i + 1] ?? origin
    return {
      departure: { airport: from.airport, time: timeAt(date, departure, origin, from) },
      arrival: { airport: to.airport, time: timeAt(date, arrival, origin, to) },
      carrier: { code: 'UA', name: 'United' },
      flight_number: String(70 + i),
      duration_minutes: arrival - departure,
      technical_stops: 0,
    }
  })
  const [first, last] = [segments[0], segments.at(-1)]
  if (!first || !last) throw new Error('A leg needs a flight')
  const start = times[0]?.[0] ?? 0
  return {
    departure: first.departure,
    arrival: last.arrival,
    duration_minutes: (times.at(-1)?.[1] ?? 0) - start,
    stops: segments.length - 1,
    segments,
    layovers: times.slice(1).map(([departure], i) => ({
      airport: stops[i + 1]?.airport ?? '',
      duration_minutes: departure - (times[i]?.[1] ?? 0),
      changes_airport: false,
    })),
  }
}

export const ams: LegStops = { airport: 'AMS', offset: 60 }
export const ewr: LegStops = { airport: 'EWR', offset: -300 }
export const aua: LegStops = { airport: 'AUA', offset: -240 }

/** 09:05 AMS to 18:55 AUA through EWR, with a wait of 1 h 55. */
export const viaNewark = makeLeg(
  '2027-02-13',
  [ams, ewr, aua],
  [
    [545, 1060],
    [1175, 1435],
  ],
)

/** The same flights on separate tickets. */
export const selfTransferInNewark: FlightLeg = {
  ...viaNewark,
  layovers: viaNewark.layovers.map((layover) => ({ ...layover, self_transfer: true })),
}

export function makeFlight(id: string, change: Partial<FlightResult> = {}): FlightResult {
  const legs = change.legs ?? [viaNewark]
  const [leg = viaNewark] = legs
  return {
    id,
    provider: 'Amadeus',
    airline: 'United',
    airline_code: 'UA',
    price: { amount: 1000, currency: 'USD' },
    departure: leg.departure.time,
    arrival: leg.arrival.time,
    stops: leg.stops,
    duration_minutes: leg.duration_minutes,
    legs,
    ...change,
  }
}

export function makeOffer(
  id: string,
  change: Partial<FlightResult> = {},
  about: Partial<FlightOffer> = {},
): FlightOffer {
  const flight = makeFlight(id, change)
  return {
    key: `s~${id}`,
    price: flight.price,
    flight,
    source: 's',
    data: 'live',
    cached: false,
    fetchedAtMs: 0,
    ...about,
  }
}
