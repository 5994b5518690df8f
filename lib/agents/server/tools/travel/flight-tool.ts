import { counted } from '#lib/platform/model/counted.ts'
import { english } from '#lib/platform/server/i18n/english.ts'
import { bestFlightScore, bestReference } from '#lib/travel/model/flights/best.ts'
import { cabinsOf } from '#lib/travel/model/flights/fare-terms.ts'
import { groupFlights, type Itinerary } from '#lib/travel/model/flights/itinerary.ts'
import { spokenTrip } from '#lib/travel/model/flights/spoken-trip.ts'
import { bagsText, carriersOf, flightName } from '#lib/travel/model/flights/words.ts'
import { formatPrice } from '#lib/travel/model/money.ts'
import { originOf } from '#lib/travel/model/results/found.ts'
import type { Params } from '#runner/contract/capabilities/action-contract.ts'
import { type FlightLeg, FlightOffer } from '#runner/contract/capabilities/flight-result.ts'
import { FlightParams, flightAliases } from '#runner/contract/capabilities/flight-search.ts'
import type { SkillSuccess } from '#runner/contract/skill-io.ts'
import { dataRemark, defined, maxResults, spokenLocale, type TravelTool } from './travel-tool.ts'

/** The flight search, as a model sees it. */
export const flightTool: TravelTool = {
  description: [
    'Searches bookable flights: one way, round trip or multi-city. Returns the best by price, travel time, stops and',
    'hour: at most ten, fewer for a trip of three or more flights.',
    'For one way give origin, destination and date; for a round trip also return_date. For a multi-city trip, or one',
    'that returns from or to another city, give slices instead: two to six flights in order of their dates.',
    'Use IATA codes for airports or cities (SEA, TYO) and dates like 2027-02-13.',
    'Prices are totals for all travelers. Times are local to each airport.',
    'For bags, fare conditions and every segment of a flight, call offer_details with its id. It books nothing.',
  ].join(' '),
  parameters: [
    'origin',
    'destination',
    'date',
    'return_date',
    'slices',
    'adults',
    'children',
    'infants',
    'cabin',
    'non_stop',
    'currency',
  ],
  // A trip has either `slices` or an origin, a destination and a date. The contract checks which.
  required: [],
  compact(output, params) {
    const itineraries = read(output)
    const best = bestOf(itineraries)
    const trip = tripIn(params)
    const found = counted(itineraries.length, trip.isMulti ? 'trip' : 'flight')
    const [first] = best
    const message = first ? `I found ${found}. The best: ${sentenceOf(first, trip, safeCarriers(first))}` : ''
    return {
      message: `${message || 'I found no flights for this search.'}${dataRemark(output)}`,
      total: itineraries.length,
      results: best.map((itinerary) => ({
        whole: defined(itinerary.fares[0].flight),
        short: shortOf(itinerary, trip),
      })),
    }
  },
}

function read(output: SkillSuccess): Itinerary[] {
  const about = originOf(output.skill, output)
  const offers = output.results.flatMap((result, at) => {
    const parsed = FlightOffer.safeParse(result)
    if (!parsed.success) return []
    const flight = parsed.data
    return [{ ...about, flight, price: flight.price, key: `${at}` }]
  })
  return groupFlights(offers)
}

/** The most flights in all results together, because a model reads each of them. Longer trips give fewer results. */
const maxFlights = 20

const maxOf = ([first]: readonly Itinerary[]): number =>
  Math.min(maxResults, Math.floor(maxFlights / (first?.legs.length ?? 1)))

/** Scores compare prices, so offers are scored within their currency. */
function bestOf(itineraries: readonly Itinerary[]): Itinerary[] {
  const byCurrency = Map.groupBy(itineraries, ({ fares }) => fares[0].flight.price.currency)
  const scored = [...byCurrency.values()].flatMap((group) => {
    const reference = bestReference(group)
    return group.map((itinerary) => ({
      itinerary,
      score: bestFlightScore(itinerary, itinerary.fares[0].flight.price.amount, reference),
    }))
  })
  return scored
    .toSorted((a, b) => b.score - a.score || (a.itinerary.key < b.itinerary.key ? -1 : 1))
    .slice(0, maxOf(itineraries))
    .map(({ itinerary }) => itinerary)
}

type Trip = { readonly travelers: number; readonly isMulti: boolean }

/** Two flights form a multi-city trip, unless the second one is the return flight. */
function tripIn(params: Params): Trip {
  const parsed = FlightParams.safeParse(params)
  if (!parsed.success) return { travelers: 1, isMulti: false }
  const { adults, children, infants } = parsed.data
  return { travelers: adults + children + infants, isMulti: !('origin' in flightAliases(parsed.data)) }
}

function shortOf(itinerary: Itinerary, trip: Trip) {
  const { flight } = itinerary.fares[0]
  const { id: _, price, bags, fare, booking_url, legs, last_ticketing_date } = flight
  const carriers = carriersOf(flight)
    .map(({ name }) => name)
    .join(', ')
  return defined({
    airlines: carriers,
    price,
    travelers: trip.travelers,
    legs: legs.map((leg) => ({
      from: leg.departure.airport,
      to: leg.arrival.airport,
      departs: leg.departure.time,
      arrives: leg.arrival.time,
      duration_minutes: leg.duration_minutes,
      duration_disputed: leg.segments.some((one) => one.stated_duration_minutes !== undefined) || undefined,
      stops: leg.stops,
      via: viaOf(leg),
      self_transfer_at: selfTransfersOf(leg),
      flights: leg.segments.map(flightName),
    })),
    cabin: cabinsOf(flight).join(', ') || undefined,
    bags: bagsText(bags, english('flights')) ?? undefined,
    refundable: fare?.refundable,
    seats_left: fare?.seats_left,
    book_by: last_ticketing_date,
    booking_url,
    spoken: sentenceOf(itinerary, trip, carriers),
  })
}

const viaOf = ({ layovers }: FlightLeg): string[] | undefined =>
  layovers.length === 0 ? undefined : layovers.map(({ airport }) => airport)

/** Airports where travelers collect their bags and check in again, because the next flight is on another ticket. */
function selfTransfersOf({ layovers }: FlightLeg): string[] | undefined {
  const airports = layovers.filter(({ self_transfer }) => self_transfer === true).map(({ airport }) => airport)
  return airports.length === 0 ? undefined : airports
}

/** The carrier codes. Anything else is left out, because the message is spoken. */
const safeCarriers = ({ airlines }: Itinerary): string =>
  airlines.filter((code) => /^[A-Z0-9]{2,3}$/.test(code)).join(' and ') || 'one airline'

function sentenceOf({ legs, fares }: Itinerary, { travelers, isMulti }: Trip, carriers: string): string {
  const { price, co2_kg } = fares[0].flight
  const total = `${formatPrice(price.amount, price.currency, spokenLocale)} for ${counted(travelers, 'traveler')}`
  const t = english('flights')
  return spokenTrip({ carriers, legs, isMulti, price: total, co2Kg: co2_kg, names: {}, locale: spokenLocale, t })
}
