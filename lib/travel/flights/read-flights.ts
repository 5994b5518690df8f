import { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import type { Origin, ReadAnswer } from '../results/found.ts'
import { readResults } from '../results/read-results.ts'
import type { FlightOffer } from './flight-offer.ts'
import { recountFlight } from './recount-flight.ts'

/** The offers in one source's answer. Nothing in it is trusted: texts are cleaned, times are counted anew. */
export function readFlights(results: readonly unknown[], about: Origin): ReadAnswer<FlightOffer> {
  const { kept, leftOut } = readResults(results, FlightResult, recountFlight)
  const offers = kept.map((flight) => ({
    ...about,
    key: `${about.source}~${flight.id}`,
    price: flight.price,
    flight,
  }))
  return { offers, leftOut }
}
