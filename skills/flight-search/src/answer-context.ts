import { type Dictionaries, readDictionaries } from './dictionaries.ts'
import type { LocalTimes } from './local-times.ts'

/** What all offers of one answer share. */
export type AnswerContext = {
  readonly dictionaries: Dictionaries
  readonly times: LocalTimes
  /** 1 one way, 2 for a round trip: an offer with fewer is not what was asked. */
  readonly legs: number
}

export function createAnswerContext(names: unknown, times: LocalTimes, legs: number): AnswerContext {
  return { dictionaries: readDictionaries(names), times, legs }
}
