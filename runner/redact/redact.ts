import type { Json } from '../contract/skill-io.ts'
import { certainRules } from './certain-rules.ts'
import { createKnownValues, type KnownValues } from './known-values.ts'
import { contextualRules, markedRules } from './likely-rules.ts'
import { maskOf } from './mask.ts'
import { matcherOfRules } from './matcher.ts'
import { mapTexts, textsOf } from './redact-json.ts'
import { type HiddenInLines, redactLines } from './redact-lines.ts'
import {
  createSteps,
  type Hidden,
  inOneStep,
  mayHold,
  type RedactionSteps,
  type RedactionStream,
  redactAll,
  spansIn,
} from './redaction-stream.ts'
import { longestMatch } from './rule.ts'
import { unionsOf } from './spans.ts'

export type JsonRedactor = {
  /**
   * For results and the journal: redacts values of 8 characters or more, and unmistakable credentials, in texts and
   * names. Returns the same value when there is nothing to redact.
   */
  json(value: Json): Json
  /** `json` for one text in pieces, in short steps. */
  jsonSteps(): RedactionSteps
}

/**
 * Replaces secrets by `[REDACTED...last4]`, or by `[REDACTED]` if they have under 12 characters: known values in every
 * encoding, and text that looks like a credential.
 */
export type Redactor = JsonRedactor & {
  /** For results that may show what only looks like a credential: redacts known values of 8 characters or more. */
  readonly known: JsonRedactor
  /**
   * For the operator's log: redacts everything that looks like a credential. Cuts text after 1 Mi characters, or after
   * the secret that is there.
   */
  text(text: string): string
  /** `text` for input in pieces: the same result however it is split, without a maximum length. */
  stream(): RedactionStream
  /** `text` for lines that were printed one by one. Also finds known values that are split across lines. */
  lines(lines: readonly string[]): string[]
  /** `lines` when more lines may follow. Also masks a part of a value, of 8 characters or more, at their end. */
  openLines(lines: readonly string[]): string[]
}

const longestText = 1024 * 1024
/** Shorter values occur in results by chance. */
const shortestInJson = 8
/** The shortest match of a certain rule. */
const shortestKey = 18

const certain = matcherOfRules(certainRules)
const marked = matcherOfRules(markedRules)
const contextual = matcherOfRules(contextualRules, { anyCase: true })

function knownOf(values: readonly string[]): Hidden['known'] {
  const known = createKnownValues(values, { parts: false })
  const masks = values.map((value) => ({ mask: maskOf(value), length: value.length }))
  return known && { values: known, masks }
}

/**
 * What to search for once more beside the masks of a redacted text. Next to the mask of a value, the rest may look like
 * a credential of its own; and a value may be readable only once what it was glued to is masked.
 */
const againOf = (hidden: Hidden): Hidden | undefined =>
  hidden.known === undefined || hidden.matchers.length === 0 ? undefined : { ...hidden, isAgain: true }

function twice(hidden: Hidden): (text: string) => string {
  const again = againOf(hidden)
  return (text) => {
    const shown = redactAll(hidden, text)
    return again === undefined || shown === text ? shown : redactAll(again, shown)
  }
}

function stepsTwice(hidden: Hidden): RedactionSteps {
  const again = againOf(hidden)
  const first = createSteps(hidden)
  if (again === undefined) return first
  const second = createSteps(again)
  return {
    *push(chunk) {
      return yield* second.push(yield* first.push(chunk))
    },
    *end() {
      const pushed = yield* second.push(yield* first.end())
      return pushed + (yield* second.end())
    },
  }
}

function linesTwice(lines: readonly string[], hidden: HiddenInLines): string[] {
  const again = againOf(hidden.within)
  const shown = redactLines(lines, hidden)
  const isSame = shown.every((line, at) => line === lines[at])
  return again === undefined || isSame
    ? shown
    : redactLines(shown, { within: again, across: { ...again, matchers: [] } })
}

/** Where to cut a long text, so that no part of a secret remains: a cut secret would not be found. */
function endOfCut(hidden: Hidden, text: string): number {
  const from = longestText - longestMatch
  const spans = spansIn(hidden, text.slice(from, longestText + longestMatch))
  const split = [...unionsOf(spans, [])].find(
    ({ start, end }) => from + start < longestText && from + end > longestText,
  )
  return split === undefined ? longestText : from + split.end
}

/** Redacts `values`, except those under 4 characters, which occur in any text by chance. */
export function createRedactor(values: readonly string[] = []): Redactor {
  const longValues = values.filter((value) => value.length >= shortestInJson)
  const shortValues = values.filter((value) => value.length < shortestInJson)
  const forJson: Hidden = { known: knownOf(longValues), matchers: [certain] }
  // `redactLines` searches for both lists together, so the long values have the same index in both.
  const known = shortValues.length === 0 ? forJson.known : knownOf([...longValues, ...shortValues])
  const forText: Hidden = { known, matchers: [marked, contextual] }
  // Of credentials known only by their form, nobody can tell whether the next line continues them.
  const across = { ...forJson, matchers: [] }
  /** `undefined`: not created yet. */
  let parts: KnownValues | 'none' | undefined
  const ofText = twice(forText)

  return {
    ...jsonRedactor(forJson),
    known: jsonRedactor(across),
    text(text) {
      const end = text.length > longestText ? endOfCut(forText, text) : text.length
      const left = text.length - end
      return left === 0 ? ofText(text) : `${ofText(text.slice(0, end))}[${left} characters left out]`
    },
    stream: () => inOneStep(stepsTwice(forText)),
    lines: (lines) => linesTwice(lines, { within: forText, across }),
    openLines(lines) {
      parts ??= createKnownValues(longValues, { parts: true }) ?? 'none'
      return linesTwice(lines, { within: forText, across, open: parts === 'none' ? undefined : parts })
    },
  }
}

function jsonRedactor(hidden: Hidden): JsonRedactor {
  const known = hidden.known?.values
  const lengths = { shortest: known === undefined ? shortestKey : shortestInJson, long: shortestKey }
  const redact = twice(hidden)
  return {
    jsonSteps: () => stepsTwice(hidden),
    json(value) {
      const texts = textsOf(value, lengths)
      const holds = (some: string) => known !== undefined && mayHold(known, some)
      const mayFind = hidden.matchers.some((matcher) => matcher.mayFind(texts.long))
      return mayFind || holds(texts.long) || holds(texts.others) ? mapTexts(value, redact) : value
    },
  }
}

/** Redacts a text in pieces; see `Redactor.stream`. */
export function createRedactionStream(values: readonly string[] = []): RedactionStream {
  return createRedactor(values).stream()
}
