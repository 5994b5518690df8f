import { runInSlices } from '../slices/run-in-slices.ts'
import type { HeaderPairs } from './request-headers.ts'

type OverridableRequest = {
  readonly url: URL
  readonly headers: HeaderPairs
  readonly body: Uint8Array | undefined
}

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PURGE',
  'LINK',
  'UNLINK',
]
const longestValue = 100
/** The body is searched in blocks of at least this length. */
const blockLength = 16 * 1024
/** The names of overrides, reduced to their letters: servers differ in how they read other characters of a name. */
const names = new Set([
  'xhttpmethod',
  'xhttpmethodoverride',
  'xmethodoverride',
  'xmethod',
  'httpmethod',
  'methodoverride',
])

/**
 * Finds the methods, in capitals, that a request names as overrides: servers that support overrides would execute them
 * instead. Searches headers, query and body, whatever the declared type of the body, but not compressed bodies. Works
 * in slices, because a large body takes long.
 */
export function overriddenMethods(request: OverridableRequest): Promise<readonly string[]> {
  return runInSlices(searching(request))
}

/** Finds the overrides in headers and query. */
export function methodsInHead({ url, headers }: Pick<OverridableRequest, 'url' | 'headers'>): readonly string[] {
  return methodsIn([...headers, ...pairsIn(url.search)])
}

function* searching({ body, ...head }: OverridableRequest): Generator<void, readonly string[]> {
  const found = [...methodsInHead(head)]
  for (const pairs of body === undefined ? [] : pairsInBody(body)) {
    found.push(...methodsIn(pairs))
    yield
  }
  return found
}

function methodsIn(pairs: HeaderPairs): readonly string[] {
  const given = pairs.flatMap(([name, value]) => (isMethodOverride(name) ? value.split(/[\s,"']+/) : []))
  return given.map((method) => method.toUpperCase()).filter((method) => methods.includes(method))
}

/** Whether servers may take a field of this name for the method: `_method` in any spelling, but not `method`. */
export function isMethodOverride(name: string): boolean {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '')
  return names.has(letters) || (letters === 'method' && name.toLowerCase() !== 'method')
}

function pairsIn(text: string): HeaderPairs {
  return [...new URLSearchParams(text.replace(/^\?/, '').replaceAll(';', '&'))]
}

/** Reads the body in three ways: as a form, as a multipart form, and as JSON with string values. Returns it in parts. */
function* pairsInBody(body: Uint8Array): Generator<HeaderPairs, void> {
  // Without the zeros of UTF-16.
  const text = Buffer.from(body).toString('latin1').replaceAll('\0', '')
  if (text.includes('=')) for (const block of blocksOf(text, /[&;]/g)) yield pairsIn(block)
  yield* pairsInParts(text)
  // A look-ahead, so that no match hides the quote that begins the next name. A name begins after one of these characters.
  const ofJson = text.matchAll(/(?<=^|[{,\s/])(?="((?:[^"\\]|\\.){1,100})"\s*:\s*"((?:[^"\\]|\\.){1,100})")/g)
  for (const [, name = '', value = ''] of ofJson) yield [[unescaped(name), unescaped(value)]]
}

/** The text in blocks, each of which begins with a separator, except for the first. */
function* blocksOf(text: string, separator: RegExp): Generator<string, void> {
  for (let at = 0; at < text.length; ) {
    separator.lastIndex = at + blockLength
    const end = separator.exec(text)?.index ?? text.length
    yield text.slice(at, end)
    at = end
  }
}

/** For each part of a multipart form whose headers name an override: the first line of its content. */
function* pairsInParts(text: string): Generator<HeaderPairs, void> {
  let isNamed = false
  let isValue = false
  for (const block of blocksOf(text, /\n/g)) {
    for (const line of block.replace(/^\n/, '').split('\n')) {
      if (isValue) {
        yield [['_method', line.slice(0, longestValue)]]
        isNamed = false
      }
      isValue = isNamed && /^\r?$/.test(line)
      // A server ignores parameters such as `filename`, so the first name in a line may not be the one that counts.
      for (const [, found = ''] of line.matchAll(/name\*?\s*=\s*([^;]*)/gi)) {
        isNamed ||= isMethodOverride(plainName(found))
        yield []
      }
    }
    yield []
  }
}

const plainName = (written: string): string =>
  written
    .trim()
    .replace(/^utf-8''/i, '')
    .replace(/^["']|["']$/g, '')

function unescaped(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
