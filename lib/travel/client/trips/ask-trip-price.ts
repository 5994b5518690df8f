import type { TripView } from '../../model/trip-view.ts'
import { sameFlights } from '../flights/ask-flight-price.ts'
import { sameStays } from '../hotels/ask-stay-price.ts'
import { askAgain, type PriceCheck } from '../price-check.ts'

export async function askTripPrice(trip: TripView, signal: AbortSignal): Promise<PriceCheck> {
  if (trip.ask === undefined) return { state: 'failed', key: 'searchOver' }
  const same = trip.kind === 'flights' ? sameFlights(trip.flight) : sameStays(trip.hotel)
  return askAgain({ skill: trip.skill, ...trip.ask }, { price: trip.latest }, same, signal)
}
