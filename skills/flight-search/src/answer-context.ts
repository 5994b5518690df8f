import { createFlightTimes, type FlightTimes } from '#runner/sdk/flight-times.ts'
import type { LocalTimes } from '#runner/sdk/local-times.ts'
import { remembering, type TextReader } from '#runner/sdk/read-json.ts'
import { type Dictionaries, readDictionaries } from './dictionaries.ts'
import { createPriceReader, type PriceReader } from './price.ts'
import { asText } from './text.ts'

/** Shared by all offers of one answer. An answer repeats most texts, amounts and names, so each is read once. */
export type AnswerContext = {
  readonly dictionaries: Dictionaries
  readonly times: LocalTimes
  readonly flightTimes: FlightTimes
  readonly text: TextReader
  readonly prices: (currency: unknown) => PriceReader | undefined
  /** The number of flights of the trip: an offer with fewer does not match the request. */
  readonly legs: number
}

export function createAnswerContext(names: unknown, times: LocalTimes, legs: number): AnswerContext {
  const text = remembering(asText)
  return {
    dictionaries: readDictionaries(names, text),
    times,
    flightTimes: createFlightTimes(),
    text,
    prices: remembering(createPriceReader),
    legs,
  }
}
