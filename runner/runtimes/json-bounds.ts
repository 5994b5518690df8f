/**
 * What may stand in JSON that comes out of a sandbox, beside its bytes: each value is walked on the thread that serves everybody,
 * several times, however short its text is.
 */
export const jsonBounds = {
  /** How deep an answer may be nested, and the arguments of a host call. */
  depth: 100,
  /** Values of an answer, those included that others are made of. 250 flights with all that is known of them are 60,000. */
  answerValues: 200_000,
  /** Values in the arguments of one host call. No host call takes more. */
  argumentValues: 32 * 1024,
} as const
