import { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { Offer, Origin, ReadAnswer } from './offer.ts'
import { readResults } from './read-results.ts'
import { recountFlight } from './recount-flight.ts'

/** The offers in one source's answer. Nothing in it is trusted: texts are cleaned, times are counted anew. */
export function readOffers(results: readonly unknown[], about: Origin): ReadAnswer<Offer> {
  const { kept, leftOut } = readResults(results, FlightResult, recountFlight)
  const offers = kept.map((flight) => ({
    ...about,
    key: `${about.source}~${flight.id}`,
    price: flight.price,
    flight,
  }))
  return { offers, leftOut }
}
