import { hiddenMask, maskOf } from './mask.ts'
import { isRandom, longestMatch, type Rule } from './rule.ts'

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
