/**
 * How one kind of credential looks. The parts are sources of regular expressions; every repetition in them is bounded,
 * so that `before` and `secret` together are decided within `longestMatch` characters and cost a bounded time at each
 * place where they may begin.
 */
export type Rule = {
  /** A short source that finds something in every text that holds one: a whole text is dismissed by it quickly. */
  readonly mark: string
  /** Stays in the text: what says that a secret follows. */
  readonly before?: string
  readonly secret: string
  /** One more piece of a secret that goes on after `secret`, as often as it is found; at most 64 characters. */
  readonly more?: string
  /** What closes it after `more`; at most 64 characters. */
  readonly end?: string
  /** Whether what was found is one. Absent: always. */
  readonly accepts?: (secret: string, before: string) => boolean
  /** Its last four characters would tell nothing, or too much. */
  readonly showsNothing?: true
}

/** No match of a rule, with what it looks at around itself, is longer. */
export const longestMatch = 12_000

/** A credential's start: not in the middle of a word, but behind an escape of JSON or of a URL. */
export const start = String.raw`(?:(?<![A-Za-z0-9_])|(?<=%[0-9A-Fa-f]{2})|(?<=\\[nrt]))`

/** Not one character repeated, nor a word of a few: keys are random. */
export function isRandom(secret: string): boolean {
  return new Set(secret).size >= 8
}
