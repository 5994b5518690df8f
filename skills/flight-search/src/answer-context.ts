import type { Dictionaries } from './dictionaries.ts'
import type { LocalTimes } from './local-times.ts'
import type { TextReader } from './read.ts'

/** What all offers of one answer share. */
export type AnswerContext = {
  readonly dictionaries: Dictionaries
  readonly times: LocalTimes
  readonly text: TextReader
  /** 1 one way, 2 for a round trip: an offer with fewer is not what was asked. */
  readonly legs: number
}
