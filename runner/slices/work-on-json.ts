import { createHash } from 'node:crypto'
import { canonicalJson, type JsonValue } from '../core/canonical-json.ts'
import { hashOf } from '../core/hash.ts'
import { isLight, longText } from './is-light.ts'
import { runInSlices } from './run-in-slices.ts'

/** Like `hashOf`, but hashes a large value in slices. */
export async function hashInSlices(value: JsonValue): Promise<string> {
  return isLight(value) ? hashOf(value) : runInSlices(hashing(value))
}

function* hashing(value: JsonValue): Generator<void, string> {
  const hash = createHash('sha256')
  for (const batch of batches(canonicalParts(value))) {
    hash.update(batch)
    yield
  }
  return hash.digest('hex')
}

/** Like `JSON.stringify`, but writes a large value in slices. */
export async function jsonInSlices(value: object): Promise<string> {
  return (await jsonPieces(value)).join('')
}

/** The JSON of a value in short pieces. No piece ends inside an escape. */
export function jsonPieces(value: object): Promise<readonly string[]> {
  return runInSlices(writing(value))
}

function* writing(value: object): Generator<void, readonly string[]> {
  const written: string[] = []
  for (const batch of batches(jsonParts(value))) {
    written.push(batch)
    yield
  }
  return written
}

/** In characters. */
const batchLength = 256 * 1024

/** Joins parts into batches of at least `batchLength` characters. */
function* batches(parts: Iterable<string>): Generator<string, void> {
  let batch: string[] = []
  let length = 0
  for (const part of parts) {
    batch.push(part)
    length += part.length
    if (length < batchLength) continue
    yield batch.join('')
    batch = []
    length = 0
  }
  if (length > 0) yield batch.join('')
}

type Write = (value: JsonValue) => string
type Options = { readonly write: Write; readonly isSorted: boolean }

/** The JSON of a value in short parts. Undefined properties are left out, as in `JSON.stringify`. */
function jsonParts(value: object): Generator<string, void> {
  return partsOf(plainly(value), { write: (part) => JSON.stringify(part), isSorted: false })
}

/** The canonical JSON of a value in short parts. Equal values yield equal text, regardless of the split. */
function canonicalParts(value: JsonValue): Generator<string, void> {
  return partsOf(value, { write: canonicalJson, isSorted: true })
}

function* partsOf(value: JsonValue, options: Options): Generator<string, void> {
  if (isLight(value)) return yield options.write(value)
  if (typeof value === 'string') return yield* textParts(value)
  if (isList(value)) {
    yield '['
    for (const [at, item] of value.entries()) {
      if (at > 0) yield ','
      yield* partsOf(item ?? null, options)
    }
    return yield ']'
  }
  const named: { readonly [name: string]: JsonValue | undefined } = Object(value)
  const names = Object.keys(named).filter((name) => named[name] !== undefined)
  if (options.isSorted) names.sort()
  yield '{'
  for (const [at, name] of names.entries()) {
    yield `${at > 0 ? ',' : ''}${JSON.stringify(name)}:`
    yield* partsOf(named[name] ?? null, options)
  }
  yield '}'
}

/** Never splits a surrogate pair, because its halves would be escaped separately. */
function* textParts(text: string): Generator<string, void> {
  yield '"'
  for (let from = 0; from < text.length; ) {
    const to = from + longText
    const isCut = isHighSurrogate(text.charCodeAt(to - 1)) && to < text.length
    const end = isCut ? to - 1 : to
    yield JSON.stringify(text.slice(from, end)).slice(1, -1)
    from = end
  }
  yield '"'
}

const isHighSurrogate = (char: number): boolean => char >= 0xd800 && char <= 0xdbff
const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)

/** Only changes the type: output types allow `undefined` in optional fields, which `JsonValue` does not. */
function plainly(value: object): JsonValue {
  const known: JsonValue = Object(value)
  return known
}
