import type { Said } from '#lib/platform/client/said.ts'
import { refusalText } from '#lib/platform/model/refusal-text.ts'
import type { Texts } from '#lib/platform/model/texts.ts'
import type { FlightOffer } from '../../model/flights/flight-offer.ts'
import { flightProduct } from '../../model/flights/same-flight.ts'
import type { HotelOffer } from '../../model/hotels/hotel-offer.ts'
import { stayProduct } from '../../model/hotels/same-stay.ts'
import type { SaveOffer } from '../../model/saved-offer.ts'
import { refusalIn } from '../refusal-in.ts'

/** Saves a flight or stay of the results page. Returns the outcome as a text; rejects without a connection. */
export async function saveOffer(
  offer: FlightOffer | HotelOffer,
  search: string,
  { results: t, refusals }: { results: Texts<'results'>; refusals: Texts<'refusals'> },
): Promise<Said> {
  const response = await fetch('/api/trips', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ skill: offer.source, search, ...wanted(offer) } satisfies SaveOffer),
  })
  if (response.ok) return t('savedUnderTrips')
  const refusal = await refusalIn(await response.json())
  if (!refusal) return { problem: t('notSaved') }
  const { provider } = 'flight' in offer ? offer.flight : offer.hotel
  const reason = refusalText(refusal, refusals, { who: provider, skill: offer.source })
  return { problem: t('notSavedBecause', { reason }) }
}

function wanted(offer: FlightOffer | HotelOffer) {
  if ('flight' in offer)
    return { kind: 'flights' as const, offer_id: offer.flight.id, product: flightProduct(offer.flight) }
  const { hotel } = offer
  return { kind: 'hotels' as const, offer_id: hotel.id, product: stayProduct(hotel), hotel_id: hotel.hotel_id }
}
