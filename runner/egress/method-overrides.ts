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
 * instead. Searches headers, query and body, whatever the declared type of the body, but not compressed bodies.
 */
export function overriddenMethods({ url, headers, body }: OverridableRequest): readonly string[] {
  const pairs = [...headers, ...pairsIn(url.search), ...(body === undefined ? [] : pairsInBody(body))]
  const given = pairs.flatMap(([name, value]) => (isOverride(name) ? value.split(/[\s,"']+/) : []))
  return given.map((method) => method.toUpperCase()).filter((method) => methods.includes(method))
}

/** `_method` in any spelling, but not `method`, which is an ordinary name. */
function isOverride(name: string): boolean {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '')
  return names.has(letters) || (letters === 'method' && name.toLowerCase() !== 'method')
}

function pairsIn(text: string): HeaderPairs {
  return [...new URLSearchParams(text.replace(/^\?/, '').replaceAll(';', '&'))]
}

/** Reads the body in three ways: as a form, as a multipart form, and as JSON with string values. */
function pairsInBody(body: Uint8Array): HeaderPairs {
  const bytes = Buffer.from(body)
  const isWide = bytes.subarray(0, 200).includes(0)
  const text = isWide ? bytes.toString('latin1').replaceAll('\0', '') : bytes.toString('latin1')
  if (!/m/i.test(text) && !/%[46]d|\\u00[46]d/i.test(text)) return []
  const ofForm = text.length > 0 && /=/.test(text) ? pairsIn(text) : []
  // A look-ahead, so that no match hides the quote that begins the next name. A name begins after one of these characters.
  const ofJson = [...text.matchAll(/(?<=^|[{,\s/])(?="((?:[^"\\]|\\.){1,100})"\s*:\s*"((?:[^"\\]|\\.){1,100})")/g)].map(
    ([, name = '', value = '']) => [unescaped(name), unescaped(value)] as const,
  )
  return [...ofForm, ...pairsInParts(text), ...ofJson]
}

/** For each part of a multipart form: every name in its headers, with the first line of its content. */
function pairsInParts(text: string): HeaderPairs {
  const pairs: Array<readonly [string, string]> = []
  let given: string[] = []
  let isValue = false
  for (const line of text.split(/\r?\n/)) {
    if (isValue) {
      for (const name of given) pairs.push([name, line.slice(0, longestValue)])
      given = []
    }
    isValue = given.length > 0 && line === ''
    // A server ignores parameters such as `filename`, so the first name in a line may not be the one that counts.
    for (const [, found = ''] of line.matchAll(/name\*?\s*=\s*([^;]*)/gi)) given.push(plainName(found))
  }
  return pairs
}

const plainName = (written: string): string =>
  written
    .trim()
    .replace(/^utf-8''/i, '')
    .replace(/^["']|["']$/g, '')

function unescaped(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
