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
const longestLine = 1000
const longestValue = 100
/** By their letters: servers differ in what they make of all other characters in a name. */
const names = new Set([
  'xhttpmethod',
  'xhttpmethodoverride',
  'xmethodoverride',
  'xmethod',
  'httpmethod',
  'methodoverride',
])

/**
 * Methods that a request names beside its own, in capitals: servers that honour them treat it as such a request. In headers, in the
 * query, and in the body, whatever its type is said to be. A body that is compressed is not looked into.
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

/** By every reader: a form, parts of a form, and names with texts as JSON has them. */
function pairsInBody(body: Uint8Array): HeaderPairs {
  const bytes = Buffer.from(body)
  const isWide = bytes.subarray(0, 200).includes(0)
  const text = isWide ? bytes.toString('latin1').replaceAll('\0', '') : bytes.toString('latin1')
  if (!/m/i.test(text) && !/%[46]d|\\u00[46]d/i.test(text)) return []
  const ofForm = text.length > 0 && /=/.test(text) ? pairsIn(text) : []
  const ofJson = [...text.matchAll(/"((?:[^"\\]|\\.){1,100})"\s*:\s*"((?:[^"\\]|\\.){1,100})"/g)].map(
    ([, name = '', value = '']) => [unescaped(name), unescaped(value)] as const,
  )
  return [...ofForm, ...pairsInParts(text), ...ofJson]
}

/** Of each part of a form its name, and the line behind its head. */
function pairsInParts(text: string): HeaderPairs {
  const pairs: Array<readonly [string, string]> = []
  let name: string | undefined
  let isValue = false
  for (const line of text.split(/\r?\n/)) {
    if (isValue && name !== undefined) pairs.push([name, line.slice(0, longestValue)])
    if (isValue) name = undefined
    isValue = name !== undefined && line === ''
    const [, found] = /name\*?\s*=\s*([^;]*)/i.exec(line.slice(0, longestLine)) ?? []
    if (found !== undefined)
      name = found
        .trim()
        .replace(/^utf-8''/i, '')
        .replace(/^["']|["']$/g, '')
  }
  return pairs
}

function unescaped(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
