import { FlightResult } from '#runner/contract/capabilities/flight-result.ts'
import { BrokenOffer } from '#runner/sdk/broken-offer.ts'
import { createLocalTimes } from '#runner/sdk/local-times.ts'
import { offsetsOf } from '#runner/sdk/testing/flight-host.ts'
import { createAnswerContext } from '../src/answer-context.ts'
import { findFlights } from '../src/flights.ts'
import type { GivenOffer } from '../src/given.ts'
import { mapOffer } from '../src/map-offer.ts'
import { dictionaries } from './offers.ts'

type MappedOffer =
  | { readonly ok: true; readonly result: FlightResult }
  | { readonly ok: false; readonly reason: string }

/** Maps offers as a whole search does. */
export async function mapAll(
  offers: readonly unknown[],
  legs = 1,
  names: unknown = dictionaries,
): Promise<MappedOffer[]> {
  const given: readonly GivenOffer[] = JSON.parse(JSON.stringify(offers))
  const times = createLocalTimes()
  const flights = given.map((offer) => findFlights(offer, times))
  await times.resolve(offsetsOf)
  const context = createAnswerContext(names, times, legs)
  return given.map((offer, at): MappedOffer => {
    try {
      return { ok: true, result: mapOffer(offer, flights[at] ?? [], at, context) }
    } catch (error) {
      if (error instanceof BrokenOffer) return { ok: false, reason: error.message }
      throw error
    }
  })
}

/** Maps one offer. */
export async function map(given: unknown, legs = 1, names: unknown = dictionaries): Promise<MappedOffer> {
  const [mapped] = await mapAll([given], legs, names)
  return mapped ?? { ok: false, reason: 'nothing' }
}

/** The caller's result, parsed with the contract. */
export async function mapped(given: unknown, legs = 1, names: unknown = dictionaries): Promise<FlightResult> {
  const answer = await map(given, legs, names)
  if (!answer.ok) throw new Error(answer.reason)
  return FlightResult.parse(JSON.parse(JSON.stringify(answer.result)))
}
