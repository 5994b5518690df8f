import { remembering, type TextReader } from '#runner/sdk/read-json.ts'
import { type Dictionaries, readDictionaries } from './dictionaries.ts'
import type { LocalTimes } from './local-times.ts'
import { asText } from './text.ts'

/** What all offers of one answer share. */
export type AnswerContext = {
  readonly dictionaries: Dictionaries
  readonly times: LocalTimes
  /** Remembers: cleaning a text is the dearest part of reading one, and an answer repeats most of its texts. */
  readonly text: TextReader
  /** 1 one way, 2 for a round trip: an offer with fewer is not what was asked. */
  readonly legs: number
}

export function createAnswerContext(names: unknown, times: LocalTimes, legs: number): AnswerContext {
  const text = remembering(asText)
  return { dictionaries: readDictionaries(names, text), times, text, legs }
}
