/** Readers for untrusted JSON: each returns the value in one known type, or `undefined`. */

export type JsonRecord = { readonly [key: string]: unknown }

/** Accepts arrays too; an array reads as a record without the requested fields. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null
}

export function asRecord(value: unknown): JsonRecord | undefined {
  return isRecord(value) ? value : undefined
}

/** The record in a JSON text, or an empty one. `undefined`: the text is not JSON. */
export function recordIn(text: string): JsonRecord | undefined {
  try {
    return asRecord(JSON.parse(text)) ?? {}
  } catch {
    return undefined
  }
}

/**
 * The fields of a provider's answer that are read. Nothing is certain: any part may be absent or of another type. Parts
 * are reached only with `?.`, which yields nothing for a missing field, and a list passes `asArray` first. Each value is
 * `unknown` until a reader checks it.
 */
export type Given<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] } | null

const { isArray } = Array
const none: readonly never[] = []

/** Returns an empty list for an absent value or another type. */
export function asArray<Item>(value: readonly Item[] | null | undefined): readonly Item[]
export function asArray(value: unknown): readonly unknown[]
export function asArray(value: unknown): readonly unknown[] {
  return isArray(value) ? value : none
}

const { isFinite: isFiniteNumber, isSafeInteger } = Number

/** A finite number, or a string that holds one. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && isFiniteNumber(number) ? number : undefined
}

/** A non-negative number, or a string that holds one. */
export function asAmount(value: unknown): number | undefined {
  const number = asNumber(value)
  return number !== undefined && number >= 0 ? number : undefined
}

/** A non-negative whole number, or a string that holds one. */
export function asCount(value: unknown): number | undefined {
  if (value === undefined) return undefined
  const number = typeof value === 'number' ? value : asNumber(value)
  return number !== undefined && number >= 0 && isSafeInteger(number) ? number : undefined
}

export function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

const spaceOrUnprintable = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
/** Most texts need no cleaning, which is the most expensive step. */
const cleanText = /^[!-~]+(?: [!-~]+)*$/

export type TextReader = (value: unknown) => string | undefined

/**
 * Reads a text or code to show to people, from a string or number: one line of well-formed Unicode without invisible
 * characters, cut to the maximum length. `undefined` when empty.
 */
export function textReader(maxCharacters: number): TextReader {
  return (value) => {
    if (typeof value !== 'string') return typeof value === 'number' ? String(value) : undefined
    if (value.length <= maxCharacters && cleanText.test(value)) return value
    return value.replace(spaceOrUnprintable, ' ').trim().slice(0, maxCharacters).toWellFormed() || undefined
  }
}

/** Memoizes `read`, because the same few codes, words and times repeat within one response. */
export function remembering<Value, Read>(read: (value: Value) => Read | undefined): (value: Value) => Read | undefined {
  const known = new Map<Value, Read>()
  return (value) => {
    const found = known.get(value)
    if (found !== undefined) return found
    const given = read(value)
    if (given !== undefined) known.set(value, given)
    return given
  }
}
