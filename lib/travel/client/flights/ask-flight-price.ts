import type { FlightSearch } from '#runner/contract/capabilities/flight-search.ts'
import { paramsOf } from '#runner/contract/capabilities/params-of-search.ts'
import type { FlightOffer } from '../../model/flights/flight-offer.ts'
import { readFlights } from '../../model/flights/read-flights.ts'
import { isSameFlight } from '../../model/flights/same-flight.ts'
import { askSkill } from '../ask-skill.ts'
import { comparePrice, type PriceCheck } from '../price-check.ts'

/** Asks the provider of an offer for its price again, and compares the prices. Never rejects. */
export async function askFlightPrice(
  offer: FlightOffer,
  search: FlightSearch,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<PriceCheck> {
  const config = { max_results: search.max_results }
  const call = { skill: offer.source, action: 'search_flights', params: paramsOf(search), config, isFresh: true }
  const answer = await askSkill(call, fetch, signal)
  if (answer.state === 'failed') return answer
  const { offers } = readFlights(answer.results, answer.about)
  return comparePrice(
    offer,
    offers.filter(({ flight }) => isSameFlight(flight, offer.flight)),
  )
}
