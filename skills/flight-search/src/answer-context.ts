import { createFlightTimes } from '#runner/sdk/flight-times.ts'
import type { LocalTimes } from '#runner/sdk/local-times.ts'
import { asRecord, remembering, type TextReader, textReader } from '#runner/sdk/read-json.ts'
import { createPriceReader } from './price.ts'

/** Shared by all offers of one answer. An answer repeats most texts, amounts and names, so each is read once. */
export type AnswerContext = ReturnType<typeof createAnswerContext>

/** @param legs the number of flights of the trip: an offer with fewer does not match the request */
export function createAnswerContext(names: unknown, times: LocalTimes, legs: number) {
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

export type Named = { readonly code: string; readonly name: string }
type NameReader = (code: unknown) => Named | undefined

/** Names of carriers and aircraft from one answer. A code without a name is used as the name. */
type Dictionaries = { readonly carrier: NameReader; readonly aircraft: NameReader }

/** Answers may lack dictionaries or parts of them. */
function readDictionaries(value: unknown, text: TextReader): Dictionaries {
  const dictionaries = asRecord(value)
  return { carrier: namesFrom(dictionaries?.carriers, text), aircraft: namesFrom(dictionaries?.aircraft, text) }
}

function namesFrom(value: unknown, text: TextReader): NameReader {
  const names = asRecord(value) ?? {}
  return remembering((given) => {
    const code = text(given)
    return code === undefined ? undefined : { code, name: text(names[code]) ?? code }
  })
}

/** Fare conditions are the longest texts of an answer. */
export const asText = textReader(200)
