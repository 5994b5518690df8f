import type { Json } from '../contract/skill-io.ts'
import { atOnce } from '../slices/run-in-slices.ts'
import { certainRules } from './certain-rules.ts'
import { createKnownValues, type KnownValues } from './known-values.ts'
import { contextualRules, markedRules } from './likely-rules.ts'
import { maskOf } from './mask.ts'
import { longestMatch, type Matcher, matcherOfRules } from './matcher.ts'
import { mapTexts, textsOf } from './redact-json.ts'
import { type HiddenInLines, redactingLines } from './redact-lines.ts'
import {
  createSteps,
  findingSpans,
  type Hidden,
  inOneStep,
  mayHold,
  type RedactionSteps,
  type RedactionStream,
  redactAll,
  type Steps,
} from './redaction-stream.ts'
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
  /** `stream` in short steps. */
  textSteps(): RedactionSteps
  /**
   * `text` for lines that were printed one by one, in short steps. Also finds known values that are split across lines.
   */
  lines(lines: readonly string[]): Steps<string[]>
  /** `lines` when more lines may follow. Also masks a part of a value, of 8 characters or more, at their end. */
  openLines(lines: readonly string[]): Steps<string[]>
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

/** What to search for in one pass over a text, or over lines. */
type Pass = HiddenInLines

/**
 * The passes over a text, each over what the one before has left: first the values and the rules, then the values of the
 * caller, whose masks cannot change those before. Then once more beside the masks: next to the mask of a value, the rest
 * may look like a credential of its own; and a value may be readable only once what it was glued to is masked.
 */
function passesOf(first: Pass, callers: Pass | undefined): readonly Pass[] {
  const { within } = first
  const isPlain = (within.known === undefined && callers === undefined) || within.matchers.length === 0
  const again = { ...within, isAgain: true }
  return [
    first,
    ...(callers === undefined ? [] : [callers]),
    ...(isPlain ? [] : [{ within: again, across: { ...again, matchers: [] } }]),
  ]
}

/** Nothing new is beside a mask in a text without masks. */
const isNeeded = ({ within }: Pass, isSame: boolean) => within.isAgain !== true || !isSame

const redactInPasses = (passes: readonly Pass[], text: string): string =>
  passes.reduce((shown, pass) => (isNeeded(pass, shown === text) ? redactAll(pass.within, shown) : shown), text)

function stepsInPasses(passes: readonly Pass[]): RedactionSteps {
  const all = passes.map(({ within }) => createSteps(within))
  return {
    *push(chunk) {
      let shown = chunk
      for (const steps of all) shown = yield* steps.push(shown)
      return shown
    },
    *end() {
      let rest = ''
      for (const steps of all) rest = (yield* steps.push(rest)) + (yield* steps.end())
      return rest
    },
  }
}

function* linesInPasses(passes: readonly Pass[], lines: readonly string[]): Steps<string[]> {
  let shown = [...lines]
  for (const pass of passes) {
    const isSame = shown.every((line, at) => line === lines[at])
    if (isNeeded(pass, isSame)) shown = yield* redactingLines(shown, pass)
  }
  return shown
}

/** Where to cut a long text, so that no part of a secret remains: a cut secret would not be found. */
function endOfCut(passes: readonly Pass[], text: string): number {
  const from = longestText - longestMatch
  const near = text.slice(from, longestText + longestMatch)
  const spans = passes
    .filter(({ within }) => within.isAgain !== true)
    .flatMap(({ within }) => atOnce(findingSpans(within, near)))
  const split = [...unionsOf(spans, [])].find(
    ({ start, end }) => from + start < longestText && from + end > longestText,
  )
  return split === undefined ? longestText : from + split.end
}

/** Known values, as they are searched for in results and in texts. */
function listsOf(values: readonly string[]) {
  const longValues = values.filter((value) => value.length >= shortestInJson)
  const shortValues = values.filter((value) => value.length < shortestInJson)
  const long = knownOf(longValues)
  // `redactingLines` searches for both lists together, so the long values have the same index in both.
  const all = shortValues.length === 0 ? long : knownOf([...longValues, ...shortValues])
  let parts: KnownValues | undefined
  const partsOf = () => (parts ??= createKnownValues(longValues, { parts: true }))
  return { long, all, parts: partsOf }
}

/**
 * Redacts `values`, except those under 4 characters, which occur in any text by chance. `callers`: values that a caller
 * chose, perhaps as a guess at one of `values`. They are masked in what is left.
 */
export function createRedactor(values: readonly string[] = [], callers: readonly string[] = []): Redactor {
  const [first, second] = [listsOf(values), listsOf(callers)]
  const only = (known: Hidden['known']): Hidden => ({ known, matchers: [] })
  // Of credentials known only by their form, nobody can tell whether the next line continues them.
  const ofCallers = second.all && { within: only(second.all), across: only(second.long) }
  const inJson = (matchers: readonly Matcher[]) => {
    const callersInJson = second.long && { within: only(second.long), across: only(second.long) }
    return jsonRedactor(passesOf({ within: { known: first.long, matchers }, across: only(first.long) }, callersInJson))
  }
  const forText = { within: { known: first.all, matchers: [marked, contextual] }, across: only(first.long) }
  const passes = passesOf(forText, ofCallers)

  return {
    ...inJson([certain]),
    known: inJson([]),
    text(text) {
      const end = text.length > longestText ? endOfCut(passes, text) : text.length
      const left = text.length - end
      const shown = redactInPasses(passes, left === 0 ? text : text.slice(0, end))
      return left === 0 ? shown : `${shown}[${left} characters left out]`
    },
    stream: () => inOneStep(stepsInPasses(passes)),
    textSteps: () => stepsInPasses(passes),
    lines: (lines) => linesInPasses(passes, lines),
    openLines(lines) {
      const open = { ...forText, open: first.parts() }
      return linesInPasses(passesOf(open, ofCallers && { ...ofCallers, open: second.parts() }), lines)
    },
  }
}

function jsonRedactor(passes: readonly Pass[]): JsonRedactor {
  const searched = passes.filter(({ within }) => within.isAgain !== true).map(({ within }) => within)
  const known = searched.flatMap((each) => each.known?.values ?? [])
  const matchers = searched.flatMap((each) => each.matchers)
  const lengths = { shortest: known.length === 0 ? shortestKey : shortestInJson, long: shortestKey }
  return {
    jsonSteps: () => stepsInPasses(passes),
    json(value) {
      const texts = textsOf(value, lengths)
      const holds = (some: string) => known.some((values) => mayHold(values, some))
      const mayFind = matchers.some((matcher) => matcher.mayFind(texts.long))
      const redact = (text: string) => redactInPasses(passes, text)
      return mayFind || holds(texts.long) || holds(texts.others) ? mapTexts(value, redact) : value
    },
  }
}

/** Redacts a text in pieces; see `Redactor.stream`. */
export function createRedactionStream(values: readonly string[] = []): RedactionStream {
  return createRedactor(values).stream()
}

/** An error in the log: type, message, stack and causes, all redacted. */
type ShownError = { type: string; message: string; stack: string; cause?: ShownError }

const deepestCause = 5

/** Errors may quote the input that they failed on. A thrown value that is not an error is shown as text. */
export function redactError(error: unknown, redact: (text: string) => string, depth = 0): ShownError {
  if (!(error instanceof Error)) return { type: typeof error, message: redact(String(error)), stack: '' }
  const shown = { type: error.name, message: redact(error.message), stack: redact(error.stack ?? '') }
  if (error.cause === undefined || depth === deepestCause) return shown
  return { ...shown, cause: redactError(error.cause, redact, depth + 1) }
}
