/** Readers for JSON that may be anything: each gives the value in one known form, or `undefined`. */

export type JsonRecord = { readonly [key: string]: unknown }

/** A list passes too, as a record without the fields that are asked of it. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null
}

export function asRecord(value: unknown): JsonRecord | undefined {
  return isRecord(value) ? value : undefined
}

/** An absent or foreign value reads as the empty list. */
export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** A finite number that is not negative, also when sent as a string. */
export function asAmount(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined
}

/** A whole number that is not negative, also when sent as a string. */
export function asCount(value: unknown): number | undefined {
  const number = asAmount(value)
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined
}

const spaceOrUnprintable = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
const longestText = 200

/**
 * A text or code to show to people, also when sent as a number: one line of well-formed Unicode without invisible
 * characters, at most 200 long. Empty is `undefined`.
 */
export function asText(value: unknown): string | undefined {
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : undefined
  return value.replace(spaceOrUnprintable, ' ').trim().slice(0, longestText).toWellFormed() || undefined
}

export type TextReader = typeof asText

/** `asText` that remembers: the same few codes and words come again and again in one answer. */
export function createTextReader(): TextReader {
  const known = new Map<unknown, string | undefined>()
  return (value) => {
    const found = known.get(value)
    if (found !== undefined || value === undefined) return found
    const text = asText(value)
    known.set(value, text)
    return text
  }
}
