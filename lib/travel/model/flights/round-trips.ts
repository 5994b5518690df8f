import type { FlightOffer } from './flight-offer.ts'
import { itineraryKey, outboundKey } from './itinerary.ts'

/** What a URL says about the step of a round trip: the chosen outbound flights, and the open row. */
interface Asked {
  out: string | null
  row: string | null
}

/**
 * The outbound flights that a URL chooses; null if these offers do not have them. A URL with only the open row of a
 * round trip chooses the outbound flights of that trip.
 */
export function chosenOutbound(offers: readonly FlightOffer[], { out, row }: Asked): string | null {
  if (out === null && row === null) return null
  const found = offers.find(({ flight: { legs } }) =>
    out === null ? itineraryKey(legs) === row : outboundKey(legs) === out,
  )
  return found ? outboundKey(found.flight.legs) : null
}
