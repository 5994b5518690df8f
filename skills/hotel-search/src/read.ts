/** Readers for JSON that may be anything: each gives the value in one known form, or `undefined`. */

export type JsonRecord = { readonly [key: string]: unknown }

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null
}

/** A list passes too, as a record without the fields that are asked of it. */
export function asRecord(value: unknown): JsonRecord | undefined {
  return isRecord(value) ? value : undefined
}

/** An absent or foreign value reads as the empty list. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A finite number, also when sent as a string. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A whole number that is not negative, also when sent as a string. */
export function asCount(value: unknown): number | undefined {
  const number = asNumber(value)
  return number !== undefined && number >= 0 && Number.isSafeInteger(number) ? number : undefined
}

/** Letters that say nothing to people: controls, formatting, line breaks. */
const unprintable = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
/** Most texts need no cleaning, which is the dearest part of reading one. */
const clean = /^[!-~]+(?: [!-~]+)*$/
const longestText = 1500

/**
 * A text or code to show to people, also when sent as a number: one line of well-formed Unicode without invisible
 * characters, at most 1,500 long. Empty is `undefined`.
 */
export function asText(value: unknown): string | undefined {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : undefined
  if (value.length <= longestText && clean.test(value)) return value
  return value.replace(unprintable, ' ').trim().slice(0, longestText).toWellFormed() || undefined
}

const day = /^\d{4}-\d{2}-\d{2}$/

/** A day like `2027-02-13`, which the calendar may not have. */
function asDay(value: unknown): string | undefined {
  return typeof value === 'string' && day.test(value) ? value : undefined
}

type Reader = (value: unknown) => string | undefined

/** Readers that remember: the same few texts and days come again and again in one answer. */
export type Readers = {
  /** As `asText`. */
  readonly text: Reader
  /** The text of `{ text, lang }`, or a plain text. */
  readonly freeText: Reader
  /** In small letters: `CREDIT_CARD` → `credit_card`. */
  readonly word: Reader
  readonly day: Reader
}

export function createReaders(): Readers {
  const text = remembering(asText)
  return {
    text,
    freeText(value) {
      const described = asRecord(value)
      return text(described === undefined ? value : described.text)
    },
    word: remembering((value) => asText(value)?.toLowerCase()),
    day: remembering(asDay),
  }
}

function remembering(read: Reader): Reader {
  const known = new Map<unknown, string | undefined>()
  return (value) => {
    if (value === undefined) return undefined
    const found = known.get(value)
    if (found !== undefined) return found
    const given = read(value)
    if (given !== undefined) known.set(value, given)
    return given
  }
}

/** Sets a field only when there is something to set: absent means that the provider does not say. */
export function put<Target extends object, Key extends keyof Target>(
  target: Target,
  key: Key,
  value: Target[Key] | undefined,
): void {
  if (value !== undefined) target[key] = value
}
