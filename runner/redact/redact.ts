import type { Json } from '../contract/skill-io.ts'
import { certainRules } from './certain-rules.ts'
import { encodingsOf } from './encodings.ts'
import { contextualRules, markedRules } from './likely-rules.ts'
import { maskOf } from './mask.ts'
import { type Matcher, matcherOfForms, matcherOfRules } from './matcher.ts'
import { mapTexts, textsOf } from './redact-json.ts'
import { chain, createStream, type RedactionStream, redactAll } from './redaction-stream.ts'

/**
 * Replaces secrets by `[REDACTED...last4]` (`[REDACTED]` when they are shorter than 12): the values that it knows, in
 * every encoding, and what looks like a credential.
 */
export type Redactor = {
  /** For the operator's log: everything that looks like a credential. What is longer than 1 Mi characters is cut. */
  text(text: string): string
  /** `text` for what comes in pieces: the same result however it is cut, without a limit of length. */
  stream(): RedactionStream
  /**
   * For results and the journal: values of 8 characters or more, and what can be nothing but a credential. Names in it
   * too. The same value when there is nothing to redact.
   */
  json(value: Json): Json
  /** `json` for one text that comes in pieces. */
  jsonStream(): RedactionStream
}

const longestText = 1024 * 1024
/** Shorter values stand in results by chance. */
const shortestInJson = 8
/** No rule of the certain ones matches less. */
const shortestKey = 18

const certain = matcherOfRules(certainRules)
const marked = matcherOfRules(markedRules)
const contextual = matcherOfRules(contextualRules, { anyCase: true })

function matcherOfValues(values: readonly string[]): Matcher | undefined {
  const masks = new Map<string, string>()
  for (const value of values) {
    for (const form of encodingsOf(value)) {
      if (!masks.has(form)) masks.set(form, maskOf(value))
    }
  }
  return matcherOfForms(masks)
}

/** Knows `values`; those under 4 characters are left, they stand in any text by chance. */
export function createRedactor(values: readonly string[] = []): Redactor {
  const known = matcherOfValues(values)
  const longValues = values.filter((value) => value.length >= shortestInJson)
  const long = longValues.length === values.length ? known : matcherOfValues(longValues)
  const lengths = { shortest: long === undefined ? shortestKey : shortestInJson, long: shortestKey }

  const forText = known === undefined ? [marked, contextual] : [known, marked, contextual]
  const forJson = long === undefined ? [certain] : [long, certain]
  const redactBy = (matchers: readonly Matcher[]) => (text: string) =>
    matchers.reduce((redacted, matcher) => redactAll(matcher, redacted), text)
  const ofText = redactBy(forText)
  const ofJson = redactBy(forJson)

  return {
    text(text) {
      const cut = text.length - longestText
      return cut <= 0 ? ofText(text) : `${ofText(text.slice(0, longestText))}[${cut} characters left out]`
    },
    stream: () => chain(forText.map(createStream)),
    jsonStream: () => chain(forJson.map(createStream)),
    json(value) {
      const texts = textsOf(value, lengths)
      const isClean = !certain.mayFind(texts.long) && !long?.mayFind(texts.long) && !long?.mayFind(texts.others)
      return isClean ? value : mapTexts(value, ofJson)
    },
  }
}

/** Redacts a text that comes in pieces; see `Redactor.stream`. */
export function createRedactionStream(values: readonly string[] = []): RedactionStream {
  return createRedactor(values).stream()
}
