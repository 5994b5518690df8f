import type { Dictionaries } from './dictionaries.ts'
import { readDictionaries } from './dictionaries.ts'
import { type ConditionsReader, createConditionsReader, createFareReader, type FareReader } from './fare.ts'
import type { LocalTimes } from './local-times.ts'
import { createPriceReader, type PriceReader } from './price.ts'
import { asText, remembering, type TextReader } from './read.ts'

/** What all offers of one answer share. Much of it remembers: an answer repeats itself. */
export type AnswerContext = {
  readonly dictionaries: Dictionaries
  readonly times: LocalTimes
  readonly text: TextReader
  readonly fare: FareReader
  readonly conditions: ConditionsReader
  readonly prices: (currency: unknown) => PriceReader | undefined
  readonly day: (value: unknown) => string | undefined
  /** 1 one way, 2 for a round trip: an offer with fewer is not what was asked. */
  readonly legs: number
}

export function createAnswerContext(names: unknown, times: LocalTimes, legs: number): AnswerContext {
  const text = remembering(asText)
  return {
    dictionaries: readDictionaries(names),
    times,
    text,
    fare: createFareReader(text),
    conditions: createConditionsReader(text),
    prices: remembering((currency: unknown) => createPriceReader(currency, text)),
    day: remembering(asDay),
    legs,
  }
}

const startsWithDay = /^\d{4}-\d{2}-\d{2}/

/** The day that a text begins with. */
function asDay(value: unknown): string | undefined {
  return typeof value === 'string' && startsWithDay.test(value) ? value.slice(0, 10) : undefined
}
