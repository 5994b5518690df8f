import { bestFlightScore, bestReference } from '#lib/travel/flights/best.ts'
import { groupFlights, type Itinerary } from '#lib/travel/flights/itinerary.ts'
import { spokenTrip } from '#lib/travel/flights/spoken-trip.ts'
import { bagsText, cabinsOf, carriersOf, flightName } from '#lib/travel/flights/words.ts'
import { formatPrice } from '#lib/travel/money.ts'
import type { Params } from '#runner/contract/capabilities/action-contract.ts'
import { type FlightLeg, FlightOffer } from '#runner/contract/capabilities/flight-result.ts'
import { FlightParams } from '#runner/contract/capabilities/flight-search.ts'
import type { SkillSuccess } from '#runner/contract/skill-io.ts'
import { counted, dataRemark, defined, mostResults, spokenLocale, type TravelTool } from './travel-tool.ts'

/** Searching flights, as a model sees it. */
export const flightTool: TravelTool = {
  description: [
    'Searches bookable flights, one way or round trip, and returns the ten best by price, travel time, stops and hour.',
    'Use IATA codes for airports or cities (SEA, TYO) and dates like 2027-02-13.',
    'Prices are totals for all travelers. Times are local to each airport.',
    'For bags, fare conditions and every segment of a flight, call offer_details with its id. It books nothing.',
  ].join(' '),
  parameters: [
    'origin',
    'destination',
    'date',
    'return_date',
    'adults',
    'children',
    'infants',
    'cabin',
    'non_stop',
    'currency',
  ],
  required: ['origin', 'destination', 'date'],
  compact(output, params) {
    const itineraries = read(output)
    const best = bestOf(itineraries)
    const travelers = travelersIn(params)
    const found = counted(itineraries.length, 'flight')
    const [first] = best
    const message = first ? `I found ${found}. The best: ${sentenceOf(first, travelers, safeCarriers(first))}` : ''
    return {
      message: `${message || 'I found no flights for this search.'}${dataRemark(output)}`,
      total: itineraries.length,
      results: best.map((itinerary) => ({
        whole: defined(itinerary.fares[0].flight),
        short: shortOf(itinerary, travelers),
      })),
    }
  },
}

function read({ results, skill, metadata }: SkillSuccess): Itinerary[] {
  const about = { source: skill, data: metadata.data ?? 'live', cached: metadata.cached } as const
  const offers = results.flatMap((result, at) => {
    const parsed = FlightOffer.safeParse(result)
    if (!parsed.success) return []
    const flight = parsed.data
    return [{ ...about, flight, price: flight.price, key: `${at}`, fetchedAtMs: Date.parse(metadata.fetched_at) }]
  })
  return groupFlights(offers)
}

/** Scores compare prices, so each currency has its own reference. */
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
    .slice(0, mostResults)
    .map(({ itinerary }) => itinerary)
}

function travelersIn(params: Params): number {
  const parsed = FlightParams.safeParse(params)
  return parsed.success ? parsed.data.adults + parsed.data.children + parsed.data.infants : 1
}

function shortOf(itinerary: Itinerary, travelers: number) {
  const { flight } = itinerary.fares[0]
  const { id: _, price, bags, fare, booking_url, legs, last_ticketing_date } = flight
  const carriers = carriersOf(flight)
    .map(({ name }) => name)
    .join(', ')
  return defined({
    airlines: carriers,
    price,
    travelers,
    legs: legs.map((leg) => ({
      from: leg.departure.airport,
      to: leg.arrival.airport,
      departs: leg.departure.time,
      arrives: leg.arrival.time,
      duration_minutes: leg.duration_minutes,
      stops: leg.stops,
      via: viaOf(leg),
      flights: leg.segments.map(flightName),
    })),
    cabin: cabinsOf(flight).join(', ') || undefined,
    bags: bagsText(bags) ?? undefined,
    refundable: fare?.refundable,
    seats_left: fare?.seats_left,
    book_by: last_ticketing_date,
    booking_url,
    spoken: sentenceOf(itinerary, travelers, carriers),
  })
}

const viaOf = ({ layovers }: FlightLeg): string[] | undefined =>
  layovers.length === 0 ? undefined : layovers.map(({ airport }) => airport)

/** The codes of the carriers. Whatever is not a code is left out, because the sentence is spoken. */
const safeCarriers = ({ airlines }: Itinerary): string =>
  airlines.filter((code) => /^[A-Z0-9]{2,3}$/.test(code)).join(' and ') || 'one airline'

function sentenceOf({ legs, fares }: Itinerary, travelers: number, carriers: string): string {
  const { price, co2_kg } = fares[0].flight
  const total = `${formatPrice(price.amount, price.currency, spokenLocale)} for ${counted(travelers, 'traveler')}`
  return spokenTrip({ carriers, legs, price: total, co2Kg: co2_kg, names: {}, locale: spokenLocale })
}
