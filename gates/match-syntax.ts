import { parseSource } from '#runner/core/parse-source.ts'
import type { RuleOf } from './load-rules.ts'
import type { Match } from './match-text.ts'
import type { ScannedText } from './scanned-text.ts'

type SyntaxRule = RuleOf<'syntax'>

const maxMatches = 20

/**
 * The maximum number of occurrences of a rule's text in one part of a file. Limited, because rules that inspect the
 * context of each match take quadratic time. No honest file has more.
 */
const maxPlaces = 1000

type SyntaxMatches = {
  readonly matches: readonly Match<SyntaxRule>[]
  /** The file repeats the texts of the rules so often that it was not checked completely. */
  readonly isExhausted: boolean
}

/** The matches of syntax rules. Parses a part once, and only if it contains a text of a rule. */
export function matchSyntax(source: ScannedText, rules: readonly SyntaxRule[]): SyntaxMatches {
  const matches: Match<SyntaxRule>[] = []
  let isExhausted = false
  for (const part of source.parts) {
    const { language, start, end } = part
    const lower = source.lower.slice(start, end)
    const wanted = rules.filter(
      ({ matcher }) => matcher.in === language && matcher.near.some((text) => lower.includes(text)),
    )
    const [first] = wanted
    if (first === undefined) continue
    if (
      wanted.some(({ matcher }) => matcher.near.some((text) => lower.split(text, maxPlaces + 2).length > maxPlaces + 1))
    ) {
      isExhausted = true
      continue
    }
    const root = parseSource(first.matcher.in, source.text.slice(start, end))
    if (root === undefined) continue
    for (const rule of wanted) {
      const { rule: search, constraints } = rule.matcher
      for (const node of root.findAll({ rule: search, ...(constraints && { constraints }) }).slice(0, maxMatches)) {
        const range = node.range()
        matches.push({ rule, start: start + range.start.index, end: start + range.end.index, isMention: false })
      }
    }
  }
  return { matches, isExhausted }
}
