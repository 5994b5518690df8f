import { hiddenMask, maskOf } from './mask.ts'
import { isRandom, longestMatch, type Rule } from './rule.ts'

export type Found = {
  /** Where that begins which says that a secret follows. */
  readonly at: number
  /** Where the secret itself begins; what comes before it stays. */
  readonly start: number
  readonly end: number
  /** Set when more of it may follow. */
  readonly more: RegExp | undefined
  readonly close: RegExp | undefined
  maskOf(secret: string): string
}

/** Finds secrets from left to right. Whether one begins at a place is decided by the next `reach` characters. */
export type Matcher = {
  readonly reach: number
  /** False when there is surely nothing to find in all of `text`. Cheaper than looking. */
  mayFind(text: string): boolean
  /** The first that begins at `from` or later. */
  find(text: string, from: number): Found | undefined
}

/**
 * Finds what the rules describe; where several apply at one place, the first does. `reach`: no match of theirs, nor a piece
 * that follows one, is longer, with what it looks at behind itself.
 */
export function matcherOfRules(rules: readonly Rule[], { anyCase = false, reach = longestMatch } = {}): Matcher {
  const flags = anyCase ? 'i' : ''
  const source = rules.map(({ before = '', secret }) => `(${before})(${secret})`).join('|')
  const pattern = new RegExp(source, `g${flags}`)
  const marks = new RegExp([...new Set(rules.map(({ mark }) => mark))].join('|'), flags)
  const compiled = rules.map((rule) => ({
    rule,
    more: rule.more === undefined ? undefined : new RegExp(rule.more, `y${flags}`),
    close: rule.end === undefined ? undefined : new RegExp(rule.end, `y${flags}`),
  }))

  return {
    reach,
    mayFind: (text) => marks.test(text),
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
        // Too few different characters in all of it: nothing that begins in its first half is random either.
        at = match.index + (rule?.accepts === isRandom ? Math.max(1, secret.length >> 1) : 1)
      }
    },
  }
}
