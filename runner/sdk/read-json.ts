/** Readers for JSON that may be anything: each gives the value in one known form, or `undefined`. */

export type JsonRecord = { readonly [key: string]: unknown }

/** A list passes too, as a record without the fields that are asked of it. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null
}

export function asRecord(value: unknown): JsonRecord | undefined {
  return isRecord(value) ? value : undefined
}

const { isArray } = Array
const none: readonly never[] = []

/** An absent or foreign value reads as the empty list. */
export function asArray<Item>(value: readonly Item[] | null | undefined): readonly Item[]
export function asArray(value: unknown): readonly unknown[]
export function asArray(value: unknown): readonly unknown[] {
  return isArray(value) ? value : none
}

const { isFinite: isFiniteNumber, isSafeInteger } = Number

/** A finite number, also when sent as a string. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && isFiniteNumber(number) ? number : undefined
}

/** A number that is not negative, also when sent as a string. */
export function asAmount(value: unknown): number | undefined {
  const number = asNumber(value)
  return number !== undefined && number >= 0 ? number : undefined
}

/** A whole number that is not negative, also when sent as a string. */
export function asCount(value: unknown): number | undefined {
  if (value === undefined) return undefined
  const number = typeof value === 'number' ? value : asNumber(value)
  return number !== undefined && number >= 0 && isSafeInteger(number) ? number : undefined
}

export function asFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

const spaceOrUnprintable = /[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu
/** Most texts need no cleaning, which is the dearest part of reading one. */
const cleanText = /^[!-~]+(?: [!-~]+)*$/

export type TextReader = (value: unknown) => string | undefined

/**
 * Reads a text or code to show to people, also when sent as a number: one line of well-formed Unicode without invisible
 * characters, at most so long. Empty is `undefined`.
 */
export function textReader(mostCharacters: number): TextReader {
  return (value) => {
    if (typeof value !== 'string') return typeof value === 'number' ? String(value) : undefined
    if (value.length <= mostCharacters && cleanText.test(value)) return value
    return value.replace(spaceOrUnprintable, ' ').trim().slice(0, mostCharacters).toWellFormed() || undefined
  }
}

/** `read` that remembers: the same few codes, words and times come again and again in one answer. */
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
