import { asRecord, remembering, type TextReader, textReader } from '#runner/sdk/read-json.ts'
import { parseDay } from '#runner/sdk/zoned-time.ts'

/** The terms of a hotel are the longest texts of an answer. */
export const asText = textReader(1500)

/** A day of the calendar, like `2027-02-13`. */
function asDay(value: unknown): string | undefined {
  return typeof value === 'string' && parseDay(value) !== undefined ? value : undefined
}

/** Readers with a cache: the same few texts and days recur in one answer. */
export type Readers = {
  /** Like `asText`. */
  readonly text: TextReader
  /** The text of `{ text, lang }`, or a plain text. */
  readonly freeText: TextReader
  /** Lowercase: `CREDIT_CARD` → `credit_card`. */
  readonly word: TextReader
  readonly day: TextReader
}

export function createReaders(): Readers {
  const text = remembering(asText)
  return {
    text,
    freeText(value) {
      const described = asRecord(value)
      return text(described === undefined ? value : described.text)
    },
    word: remembering((value: unknown) => asText(value)?.toLowerCase()),
    day: remembering(asDay),
  }
}

/** Sets a field only when it has a value: absent means that the provider does not say. */
export function put<Target extends object, Key extends keyof Target>(
  target: Target,
  key: Key,
  value: Target[Key] | undefined,
): void {
  if (value !== undefined) target[key] = value
}
