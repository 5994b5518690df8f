import { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { cleanTexts } from '../clean-text.ts'
import type { Origin, ReadAnswer } from '../results/found.ts'
import { readResults } from '../results/read-results.ts'
import { checkFlight } from './check-flight.ts'
import type { FlightOffer } from './flight-offer.ts'

/** The offers in one source's answer. Nothing in it is trusted: texts are cleaned, times are counted anew. */
export function readFlights(results: readonly unknown[], about: Origin): ReadAnswer<FlightOffer> {
  const { kept, leftOut } = readResults(results, readFlight)
  const offers = kept.map((flight) => ({
    ...about,
    key: `${about.source}~${flight.id}`,
    price: flight.price,
    flight,
  }))
  return { offers, leftOut }
}

function readFlight(result: unknown): FlightResult | undefined {
  const parsed = FlightResult.safeParse(result)
  if (!parsed.success) return undefined
  cleanTexts(parsed.data, ['booking_url'])
  return checkFlight(parsed.data)
}
