import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import type { HotelResult } from '#runner/contract/capabilities/hotel-result.ts'
import { paramsOf } from '#runner/contract/capabilities/params-of-search.ts'
import type { FlightOffer } from '../model/flights/flight-offer.ts'
import { readFlights } from '../model/flights/read-flights.ts'
import { isSameFlight } from '../model/flights/same-flight.ts'
import type { HotelOffer } from '../model/hotels/hotel-offer.ts'
import { readHotels } from '../model/hotels/read-hotels.ts'
import { isSameStay } from '../model/hotels/same-stay.ts'
import type { Found } from '../model/results/found.ts'
import type { TripView } from '../model/trip-view.ts'
import { type AnsweredSkill, askSkill, type SkillCall } from './ask-skill.ts'
import { comparePrice, type PriceCheck } from './price-check.ts'

// Each asks the provider of an offer for its price again, bypassing the cache. Never rejects.

type Fetch = typeof globalThis.fetch

export function askFlightPrice(offer: FlightOffer, search: FlightSearch, fetch: Fetch, signal: AbortSignal) {
  const config = { max_results: search.max_results }
  const call = { skill: offer.source, action: 'search_flights', params: paramsOf(search), config }
  return askAgain(call, offer, sameFlights(offer.flight), fetch, signal)
}

export function askStayPrice(offer: HotelOffer, stay: Record<string, unknown>, fetch: Fetch, signal: AbortSignal) {
  const params = { ...stay, hotel_id: offer.hotel.hotel_id }
  const call = { skill: offer.source, action: 'hotel_offers', params }
  return askAgain(call, offer, sameStays(offer.hotel), fetch, signal)
}

export async function askTripPrice(trip: TripView, fetch: Fetch, signal: AbortSignal): Promise<PriceCheck> {
  if (trip.ask === undefined) return { state: 'failed', key: 'searchOver' }
  const same = trip.kind === 'flights' ? sameFlights(trip.flight) : sameStays(trip.hotel)
  return askAgain({ skill: trip.skill, ...trip.ask }, { price: trip.latest }, same, fetch, signal)
}

type Priced = Pick<Found, 'price'>
type SameIn = (answer: AnsweredSkill) => readonly Priced[]

const sameFlights =
  (wanted: FlightResult): SameIn =>
  ({ results, about }) =>
    readFlights(results, about).offers.filter(({ flight }) => isSameFlight(flight, wanted))

const sameStays =
  (wanted: HotelResult): SameIn =>
  ({ results, about }) =>
    readHotels(results, about).offers.filter(({ hotel }) => isSameStay(hotel, wanted))

async function askAgain(
  call: SkillCall,
  offer: Priced,
  sameIn: SameIn,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<PriceCheck> {
  const answer = await askSkill({ ...call, isFresh: true }, fetch, signal)
  return answer.state === 'failed' ? answer : comparePrice(offer, sameIn(answer))
}
