import { hiddenMask, maskOf } from './mask.ts'

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

export type Found = {
  /** The start of the text that announces the secret. */
  readonly at: number
  /** The start of the secret itself; the text before it stays. */
  readonly start: number
  readonly end: number
  /** Set when the secret may continue. */
  readonly more: RegExp | undefined
  readonly close: RegExp | undefined
  maskOf(secret: string): string
}

/** Finds secrets from left to right. The next `reach` characters decide whether a secret starts at a position. */
export type Matcher = {
  readonly reach: number
  /** A fast check: false when `text` certainly contains nothing to find. */
  mayFind(text: string): boolean
  /** The first secret that starts at `from` or later. */
  find(text: string, from: number): Found | undefined
}

/**
 * Finds what the rules describe; the first matching rule wins. `reach`: the most characters of a match, or of a
 * following piece, including the lookahead.
 */
export function matcherOfRules(rules: readonly Rule[], { anyCase = false, reach = longestMatch } = {}): Matcher {
  const flags = anyCase ? 'i' : ''
  const source = rules.map(({ before = '', secret }) => `(${before})(${secret})`).join('|')
  const pattern = new RegExp(source, `g${flags}`)
  // V8 searches for alternatives without classes and groups in half the time, if they have an expression of their own.
  const marks = Object.values(
    Object.groupBy(new Set(rules.map(({ mark }) => mark)), (mark) => String(/[[(]/.test(mark))),
  ).flatMap((some = []) => new RegExp(some.join('|'), flags))
  const compiled = rules.map((rule) => ({
    rule,
    more: rule.more === undefined ? undefined : new RegExp(rule.more, `y${flags}`),
    close: rule.end === undefined ? undefined : new RegExp(rule.end, `y${flags}`),
  }))

  return {
    reach,
    mayFind: (text) => marks.some((some) => some.test(text)),
    find(text, from) {
      let at = from
      for (;;) {
        pattern.lastIndex = at
        const match = pattern.exec(text)
        if (match === null) return undefined
        const index = compiled.findIndex((_, group) => match[group * 2 + 2] !== undefined)
        const { rule, more, close } = compiled[index] ?? {}
        const before = match[index * 2 + 1] ?? ''
        const secret = match[index * 2 + 2] ?? ''
        if (rule !== undefined && rule.accepts?.(secret, before) !== false) {
          const start = match.index + before.length
          const mask = rule.showsNothing ? () => hiddenMask : maskOf
          return { at: match.index, start, end: start + secret.length, more, close, maskOf: mask }
        }
        // The match has too few different characters, so nothing that starts in its first half is random either.
        at = match.index + (rule?.accepts === isRandom ? Math.max(1, secret.length >> 1) : 1)
      }
    },
  }
}
