/**
 * The form of one kind of credential, as sources of regular expressions. Every repetition in them is bounded, so that
 * `before` and `secret` together match within `longestMatch` characters and cost a bounded time at each position where
 * they may start.
 */
export type Rule = {
  /** A short pattern that matches every text with such a credential. Texts without a match are skipped quickly. */
  readonly mark: string
  /** The text that announces the secret. It stays unmasked. */
  readonly before?: string
  readonly secret: string
  /** One more piece of the secret after `secret`, repeated while it matches. At most 64 characters. */
  readonly more?: string
  /** The end of the secret after `more`. At most 64 characters. */
  readonly end?: string
  /** Whether the match is really a credential. Absent: always. */
  readonly accepts?: (secret: string, before: string) => boolean
  /** The mask shows no characters, because the last four would be meaningless or reveal too much. */
  readonly showsNothing?: true
}

/** In characters: the longest match of a rule, including lookbehind and lookahead. */
export const longestMatch = 12_000

/** The start of a credential: not inside a word, but allowed after a JSON or URL escape. */
export const start = String.raw`(?:(?<![A-Za-z0-9_])|(?<=%[0-9A-Fa-f]{2})|(?<=\\[nrt]))`

/** False for text of few different characters; keys are random. */
export function isRandom(secret: string): boolean {
  return new Set(secret).size >= 8
}
