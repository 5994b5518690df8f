import type { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { flightRules } from '#runner/contract/capabilities/flight-rules.ts'
import { isFlightResult } from '../generated/flight-offer.ts'
import type { Origin, ReadAnswer } from '../results/found.ts'
import { readResults } from '../results/read-results.ts'
import { finish, type Steps } from '../steps.ts'
import type { FlightOffer } from './flight-offer.ts'
import { recountFlight } from './recount-flight.ts'

/** More than any answer has. */
const maxFlights = 1_000

/** The offers in one source's untrusted answer, with clean texts and recomputed times. */
export function* readFlightsInSteps(results: readonly unknown[], about: Origin): Steps<ReadAnswer<FlightOffer>> {
  const { kept, leftOut } = yield* readResults(results, isFlight, recountFlight, maxFlights)
  const offers = kept.map((flight) => ({
    ...about,
    key: `${about.source}~${flight.id}`,
    price: flight.price,
    flight,
  }))
  return { offers, leftOut }
}

export const readFlights = (results: readonly unknown[], about: Origin): ReadAnswer<FlightOffer> =>
  finish(readFlightsInSteps(results, about))

/** Whether a value matches the contract's schema. Fills in defaults. */
const isFlight = (value: unknown): value is FlightResult => isFlightResult(value) && flightRules(value).length === 0
