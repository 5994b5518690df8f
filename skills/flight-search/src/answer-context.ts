import { remembering, type TextReader } from '#runner/sdk/read-json.ts'
import { type Dictionaries, readDictionaries } from './dictionaries.ts'
import type { LocalTimes } from './local-times.ts'
import { createPriceReader, type PriceReader } from './price.ts'
import { asText } from './text.ts'

/** What all offers of one answer share. An answer repeats most texts, amounts and names, so each is read once. */
export type AnswerContext = {
  readonly dictionaries: Dictionaries
  readonly times: LocalTimes
  readonly text: TextReader
  readonly prices: (currency: unknown) => PriceReader | undefined
  /** 1 one way, 2 for a round trip: an offer with fewer is not what was asked. */
  readonly legs: number
}

export function createAnswerContext(names: unknown, times: LocalTimes, legs: number): AnswerContext {
  const text = remembering(asText)
  return {
    dictionaries: readDictionaries(names, text),
    times,
    text,
    prices: remembering(createPriceReader),
    legs,
  }
}
