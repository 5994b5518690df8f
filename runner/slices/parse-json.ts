import type { Json } from '../contract/skill-io.ts'
import { longText } from './is-light.ts'
import { runInSlices } from './run-in-slices.ts'

/** Like `JSON.parse`, but parses a long text in slices. */
export async function parseJson(text: string): Promise<Json> {
  return text.length <= longText ? JSON.parse(text) : runInSlices(parts(text))
}

const [quote, backslash, letterU] = [0x22, 0x5c, 0x75]
const [comma, colon] = [0x2c, 0x3a]
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

type Container = { readonly items: Json[] } | { readonly object: { [name: string]: Json }; name: string }

/** One pass at any depth: passes short values to `JSON.parse` and descends into long ones. */
function* parts(text: string): Generator<void, Json> {
  const open: Container[] = []
  let at = skipSpace(text, 0)
  for (;;) {
    yield
    let value: Json
    const end = endOfValue(text, at, at + longText)
    if (end !== undefined) {
      value = JSON.parse(text.slice(at, end))
      at = end
    } else if (text.charCodeAt(at) === quote) {
      const long = yield* longString(text, at)
      value = long.value
      at = long.end
    } else {
      const isArray = text.charCodeAt(at) === openArray
      at = skipSpace(text, at + 1)
      if (text.charCodeAt(at) === (isArray ? closeArray : closeObject)) {
        value = isArray ? [] : {}
        at += 1
      } else {
        open.push(isArray ? { items: [] } : { object: {}, name: '' })
        if (!isArray) at = readName(text, at, open.at(-1))
        continue
      }
    }
    // A container that ends here is itself a finished value.
    for (;;) {
      at = skipSpace(text, at)
      const container = open.at(-1)
      if (container === undefined) {
        if (at < text.length) throw unexpected(at)
        return value
      }
      put(container, value)
      const next = text.charCodeAt(at)
      const isArray = 'items' in container
      if (next === comma) {
        at = skipSpace(text, at + 1)
        if (!isArray) at = readName(text, at, container)
        break
      }
      if (next !== (isArray ? closeArray : closeObject)) throw unexpected(at)
      open.pop()
      value = isArray ? container.items : container.object
      at += 1
    }
  }
}

function put(container: Container, value: Json): void {
  if ('items' in container) container.items.push(value)
  else if (container.name !== '__proto__') container.object[container.name] = value
  else
    Object.defineProperty(container.object, '__proto__', {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
}

/** Reads `"name":` and returns the start of its value. */
function readName(text: string, start: number, container: Container | undefined): number {
  if (text.charCodeAt(start) !== quote) throw unexpected(start)
  const end = endOfString(text, start, Number.POSITIVE_INFINITY)
  const after = skipSpace(text, end ?? text.length)
  if (end === undefined || text.charCodeAt(after) !== colon) throw unexpected(after)
  const name: unknown = JSON.parse(text.slice(start, end))
  if (container && 'object' in container) container.name = String(name)
  return skipSpace(text, after + 1)
}

/** The end of the value that starts at `start`. Undefined: it is beyond `limit`. Does not validate the value. */
function endOfValue(text: string, start: number, limit: number): number | undefined {
  const first = text.charCodeAt(start)
  if (first === quote) return endOfString(text, start, limit)
  if (first !== openArray && first !== openObject) {
    let at = start
    while (at < text.length && !isDelimiter(text.charCodeAt(at))) at += 1
    if (at === start) throw unexpected(start)
    return at
  }
  let depth = 0
  for (let at = start; at < text.length && at < limit; at += 1) {
    const char = text.charCodeAt(at)
    if (char === quote) {
      const end = endOfString(text, at, limit)
      if (end === undefined) return undefined
      at = end - 1
    } else if (char === openArray || char === openObject) depth += 1
    else if (char === closeArray || char === closeObject) {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  if (limit >= text.length) throw unexpected(text.length)
  return undefined
}

/** The end of the string that starts at `start`. Undefined: it is beyond `limit`. */
function endOfString(text: string, start: number, limit: number): number | undefined {
  for (let at = start + 1; at < text.length && at < limit; at += 1) {
    const char = text.charCodeAt(at)
    if (char === quote) return at + 1
    if (char === backslash) at += 1
  }
  if (limit >= text.length) throw unexpected(text.length)
  return undefined
}

/** Parses a string of any length in pieces. No piece ends inside an escape. */
function* longString(text: string, start: number): Generator<void, { readonly value: string; readonly end: number }> {
  const pieces: string[] = []
  let from = start + 1
  for (let at = from; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === quote || at - from >= longText) {
      pieces.push(JSON.parse(`"${text.slice(from, at)}"`))
      if (char === quote) return { value: pieces.join(''), end: at + 1 }
      yield
      from = at
    }
    if (char === backslash) at += text.charCodeAt(at + 1) === letterU ? 5 : 1
  }
  throw unexpected(text.length)
}

function isDelimiter(char: number): boolean {
  return isSpace(char) || char === comma || char === closeArray || char === closeObject || char === colon
}

const isSpace = (char: number): boolean => char === 0x20 || char === 0x0a || char === 0x0d || char === 0x09

function skipSpace(text: string, start: number): number {
  let at = start
  while (isSpace(text.charCodeAt(at))) at += 1
  return at
}

const unexpected = (at: number) => new SyntaxError(`Unexpected token at position ${at}`)
