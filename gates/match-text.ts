import type { RE2JS } from 're2js'
import { addressesIn } from './addresses-in.ts'
import type { RuleSet, TextRule } from './load-rules.ts'
import { windowAround } from './near-index.ts'
import type { ScannedText } from './scanned-text.ts'
import { sentenceStart, warning } from './warning.ts'

/** A match of a rule, with its offsets in the text. */
export type Match<R> = {
  readonly rule: R
  readonly start: number
  readonly end: number
  /** The text only mentions the behavior, in quotes or as an example. */
  readonly isMention: boolean
  /** The text before it calls it the example of an attack. */
  readonly isExample?: true
}

/** Matches that a rule reports per file. Further matches add no information. */
const maxMatches = 20
/** The number of characters that patterns may still read in the files of a skill. */
export type ReadBudget = { left: number }

/** A full budget, far above the need of any honest skill. */
export const newReadBudget = (): ReadBudget => ({ left: 8 * 1024 * 1024 })

type TextMatches = {
  readonly matches: readonly Match<TextRule>[]
  /** The file repeats the texts of the rules so often that it was not checked completely. */
  readonly isExhausted: boolean
}

/** Runs each pattern only in the windows around the texts in its `near`. */
export function matchText(
  source: ScannedText,
  { text: rules, near }: Pick<RuleSet, 'text' | 'near'>,
  budget: ReadBudget,
): TextMatches {
  const hits = near.positionsIn(source.lower)
  const matches: Match<TextRule>[] = []
  const examples = source.parts.filter(({ isExample }) => isExample)
  const isExample = ({ start, end }: Match<TextRule>) => examples.some((part) => start >= part.start && end <= part.end)
  for (const rule of rules) {
    const { matcher } = rule
    const parts = source.parts.filter(({ language }) => matcher.in.includes(language))
    const offsets = matcher.near.flatMap((text) => hits.get(text) ?? [])
    let kept = 0
    search: for (const [from, to] of windowsAround(offsets, source)) {
      for (const part of parts) {
        if (part.end <= from || part.start >= to) continue
        const [start, end] = [Math.max(from, part.start), Math.min(to, part.end)]
        budget.left -= end - start
        if (budget.left < 0) return { matches, isExhausted: true }
        for (const found of matchesIn(source, rule, start, end, part.language === 'config')) {
          const match = isExample(found) ? { ...found, isMention: true, isExample: true as const } : found
          // A comment is a part of its own within a code part, so the same match can occur twice.
          if (matches.at(-1)?.rule === rule && matches.at(-1)?.start === match.start) continue
          kept += 1
          matches.push(match)
          if (kept === maxMatches) break search
        }
      }
    }
  }
  return { matches, isExhausted: false }
}

function* matchesIn(
  { text }: ScannedText,
  rule: TextRule,
  from: number,
  to: number,
  isData: boolean,
): Generator<Match<TextRule>> {
  const { matcher } = rule
  const [pattern, unless] = [rule.pattern(), rule.unless()]
  const window = text.slice(from, to)
  if (!pattern.test(window)) return
  const run = pattern.matcher(window)
  while (run.find()) {
    const [start, end] = [run.start(), run.end()]
    if (end === start) return
    const place = placeIn(window, start, end)
    if (unless !== undefined && isExcused(unless, matcher.around, place)) continue
    const sentence = window.slice(sentenceStart(window, start), start)
    if (matcher.warnings === 'ignored' && warning.test(sentence)) continue
    // The quotes around a value in JSON or frontmatter belong to the format, so they do not make it a mention.
    const isValue = isData || /^\s*[\w-]+\s*:\s*["']/.test(place.lead)
    const isMention = matcher.mentions === 'weak' && !isValue && isQuoted(place)
    yield { rule, start: from + start, end: from + end, isMention }
  }
}

/**
 * A match and its context: at most 300 characters before it and 600 after it. Without a limit, each match in a long
 * line would read the whole line.
 */
type MatchPlace = {
  readonly match: string
  /** The part of the line before the match (`lead`) and after it (`rest`). */
  readonly lead: string
  readonly rest: string
  /** The match and the lines around it. */
  readonly lines: string
}

function placeIn(window: string, start: number, end: number): MatchPlace {
  const before = window.slice(Math.max(0, start - windowAround.before), start)
  const match = window.slice(start, end)
  const after = window.slice(end, end + windowAround.after)
  const [rest = ''] = after.split('\n', 1)
  return { match, lead: before.slice(before.lastIndexOf('\n') + 1), rest, lines: before + match + after }
}

function isExcused(
  unless: RE2JS,
  around: TextRule['matcher']['around'],
  { match, lead, rest, lines }: MatchPlace,
): boolean {
  if (around === 'lines') return unless.test(lines)
  const line = lead + match + rest
  if (around === 'line') return unless.test(line)
  const own = addressesIn(match)
  const addresses = own.length > 0 ? own : addressesIn(line)
  return addresses.length > 0 && addresses.every((address) => unless.test(address))
}

const quotes = [
  { mark: '"', open: /["“][^"“”]{0,60}$/, close: /["”]/ },
  { mark: '`', open: /`[^`]{0,60}$/, close: /`/ },
  { mark: "'", open: /(?:^|[\s(|])['‘][^'’]{0,60}$/, close: /['’]/ },
] as const

/** Whether the match is in quotes or in a code span that opens at most 60 characters before it in the same line. */
const isQuoted = ({ lead, rest }: MatchPlace): boolean =>
  quotes.some(
    ({ mark, open, close }) =>
      open.test(lead) && count(lead, mark) % 2 === (lead.includes('“') ? 0 : 1) && close.test(rest),
  )

const count = (text: string, mark: string): number => text.split(mark).length - 1

/** The windows around offsets, merged where they overlap. */
function windowsAround(offsets: readonly number[], { text }: ScannedText): [number, number][] {
  const windows: [number, number][] = []
  for (const offset of [...offsets].sort((a, b) => a - b)) {
    const [from, to] = [Math.max(0, offset - windowAround.before), Math.min(text.length, offset + windowAround.after)]
    const last = windows.at(-1)
    if (last !== undefined && from <= last[1]) last[1] = to
    else windows.push([from, to])
  }
  return windows
}
