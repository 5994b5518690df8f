import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { paramsOf } from '#runner/contract/capabilities/params-of-search.ts'
import type { FlightOffer } from '../../model/flights/flight-offer.ts'
import { readFlights } from '../../model/flights/read-flights.ts'
import { isSameFlight } from '../../model/flights/same-flight.ts'
import { askAgain, type SameIn } from '../price-check.ts'

export const sameFlights =
  (wanted: FlightResult): SameIn =>
  ({ results, about }) =>
    readFlights(results, about).offers.filter(({ flight }) => isSameFlight(flight, wanted))

export function askFlightPrice(offer: FlightOffer, search: FlightSearch, signal: AbortSignal) {
  const config = { max_results: search.max_results }
  const call = { skill: offer.source, action: 'search_flights', params: paramsOf(search), config }
  return askAgain(call, offer, sameFlights(offer.flight), signal)
}
