import type { FlightLeg } from '#runner/contract/capabilities/flight-result.ts'
import { hashOf } from '../hash.ts'
import { parseOffsetTime } from '../offset-time.ts'
import { type AllianceGroup, allianceOf } from './alliances.ts'
import { type BagWish, byDue, type FlightFare, fareDue, noBagWish } from './fare-due.ts'
import type { FlightOffer } from './flight-offer.ts'
import { type Night, nights, nightsOf } from './night.ts'
import { flightNumber } from './words.ts'

/** The number of stops of a direction, as the filter counts them; the last means two or more. */
export const stopGroups = ['0', '1', '2'] as const
type StopGroup = (typeof stopGroups)[number]

/** A set of flights with all fares offered for them. */
export interface Itinerary {
  /** Identical for the same flights in any answer, because the URL contains it. */
  key: string
  /** The key of the outbound flights alone, which many round trips share. */
  outbound: string
  legs: FlightLeg[]
  /** Cheapest first, with the bags that travelers take. */
  fares: [FlightFare, ...FlightFare[]]
  /** Travel time in minutes: of all directions together, and of the longest direction. */
  minutes: number
  longestMinutes: number
  departureMs: number
  stops: StopGroup
  /** Codes of the marketing carriers. */
  airlines: string[]
  alliances: AllianceGroup[]
  /** The airports of the connections, both if a connection changes airports. */
  via: string[]
  nights: Night[]
  /** The departure and arrival of each direction, in minutes since local midnight. */
  times: { departure: number; arrival: number }[]
}

/** Groups offers by their flights, in an order independent of the input order. */
export function groupFlights(offers: readonly FlightOffer[], bags: BagWish = noBagWish): Itinerary[] {
  const bySignature = new Map<string, FlightFare[]>()
  for (const offer of offers) {
    const signature = signatureOf(offer.flight.legs)
    const fare = { ...offer, due: fareDue(offer.flight, bags) }
    const group = bySignature.get(signature)
    if (group) group.push(fare)
    else bySignature.set(signature, [fare])
  }
  return [...bySignature]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => {
      const [cheapest, ...others] = group.toSorted(byDue)
      return cheapest ? [describe([cheapest, ...others])] : []
    })
}

/** The key of the flights in the URL. */
export const itineraryKey = (legs: readonly FlightLeg[]): string => hashOf(signatureOf(legs))

/** The key of the first direction's flights in the URL. */
export const outboundKey = (legs: readonly FlightLeg[]): string => itineraryKey(legs.slice(0, 1))

/** The average minutes of a direction. */
export function averageMinutes(itinerary: Pick<Itinerary, 'minutes' | 'legs'>): number {
  return Math.round(itinerary.minutes / itinerary.legs.length)
}

function describe(fares: [FlightFare, ...FlightFare[]]): Itinerary {
  const { legs } = fares[0].flight
  const durations = legs.map(({ duration_minutes }) => duration_minutes)
  const stops = Math.max(...legs.map((leg) => leg.stops))
  const airlines = unique(legs.flatMap(({ segments }) => segments.map(({ carrier }) => carrier.code)))
  const spent = new Set(legs.flatMap(nightsOf))
  return {
    key: itineraryKey(legs),
    outbound: outboundKey(legs),
    legs,
    fares,
    minutes: durations.reduce((sum, minutes) => sum + minutes, 0),
    longestMinutes: Math.max(...durations),
    departureMs: parseOffsetTime(fares[0].flight.departure)?.instantMs ?? 0,
    stops: stops === 0 ? '0' : stops === 1 ? '1' : '2',
    airlines,
    alliances: unique(airlines.map((code) => allianceOf(code) ?? 'other')),
    via: unique(
      legs.flatMap(({ segments }) =>
        segments.flatMap(({ departure, arrival }) => [departure.airport, arrival.airport]).slice(1, -1),
      ),
    ),
    nights: nights.filter((night) => spent.has(night)),
    times: legs.map(({ departure, arrival }) => ({
      departure: minuteOfDay(departure.time),
      arrival: minuteOfDay(arrival.time),
    })),
  }
}

export const departureMsOf = ({ departure }: FlightLeg): number => parseOffsetTime(departure.time)?.instantMs ?? 0

/** A text that is equal for the same flights at the same times with the same self-transfers. */
export function signatureOf(legs: readonly FlightLeg[]): string {
  const flights = legs.map(({ segments, layovers }) =>
    segments.map(({ departure, arrival, ...number }, at) => [
      number.carrier.code,
      // Providers differ in leading zeros.
      flightNumber(number).replace(/^0+(?=.)/, ''),
      departure.airport,
      parseOffsetTime(departure.time)?.instantMs,
      arrival.airport,
      parseOffsetTime(arrival.time)?.instantMs,
      ...(layovers[at]?.self_transfer === true ? ['self-transfer'] : []),
    ]),
  )
  return JSON.stringify(flights)
}

function minuteOfDay(time: string): number {
  const [hour = 0, minute = 0] = (parseOffsetTime(time)?.time ?? '').split(':').map(Number)
  return hour * 60 + minute
}

function unique<Value>(values: Value[]): Value[] {
  return [...new Set(values)]
}
