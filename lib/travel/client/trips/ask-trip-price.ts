import { readFlights } from '../../model/flights/read-flights.ts'
import { isSameFlight } from '../../model/flights/same-flight.ts'
import { readHotels } from '../../model/hotels/read-hotels.ts'
import { isSameStay } from '../../model/hotels/same-stay.ts'
import type { TripView } from '../../model/trip-view.ts'
import { askSkill } from '../ask-skill.ts'
import { comparePrice, type PriceCheck } from '../price-check.ts'

const tooLate: PriceCheck = { state: 'failed', key: 'searchOver' }

/** Asks the provider of a saved offer for its price now. Never rejects. */
export async function askTripPrice(
  trip: TripView,
  fetch: typeof globalThis.fetch,
  signal: AbortSignal,
): Promise<PriceCheck> {
  if (trip.ask === undefined) return tooLate
  const { action, params, config } = trip.ask
  const answer = await askSkill({ skill: trip.skill, action, params, config, isFresh: true }, fetch, signal)
  if (answer.state === 'failed') return answer
  const same =
    trip.kind === 'flights'
      ? readFlights(answer.results, answer.about).offers.filter(({ flight }) => isSameFlight(flight, trip.flight))
      : readHotels(answer.results, answer.about).offers.filter(({ hotel }) => isSameStay(hotel, trip.hotel))
  return comparePrice({ price: trip.latest }, same)
}
