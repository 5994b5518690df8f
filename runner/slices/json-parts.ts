import { canonicalJson, type JsonValue } from '../core/canonical-json.ts'
import { isLight, longText } from './is-light.ts'

type Write = (value: JsonValue) => string
type Options = { readonly write: Write; readonly isSorted: boolean }

/** The JSON of a value in short parts. Undefined properties are left out, as in `JSON.stringify`. */
export function jsonParts(value: object): Generator<string, void> {
  return partsOf(plainly(value), { write: (part) => JSON.stringify(part), isSorted: false })
}

/** The canonical JSON of a value in short parts. Equal values yield equal text, regardless of the split. */
export function canonicalParts(value: JsonValue): Generator<string, void> {
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
