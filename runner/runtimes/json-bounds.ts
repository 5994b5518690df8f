/**
 * Limits for JSON from a sandbox, in addition to its byte limit: the shared main thread walks each value several times,
 * however short its text.
 */
export const jsonBounds = {
  /** Maximum nesting of an answer and of host call arguments. */
  depth: 100,
  /** Maximum number of values in an answer, nested values included. 250 flights with all known fields have 60,000. */
  answerValues: 200_000,
  /** Maximum number of values in the arguments of one host call. No legitimate host call needs more. */
  argumentValues: 32 * 1024,
} as const
