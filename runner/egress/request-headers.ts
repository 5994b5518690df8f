import { type Blocked, blocked } from '../contract/end-cause.ts'
import { maxRequestHeaderSize } from '../contract/operations/fetch.ts'

export type HeaderPairs = ReadonlyArray<readonly [string, string]>

type HeadersVerdict =
  | { readonly kind: 'allowed'; readonly headers: HeaderPairs; readonly host: string | undefined }
  | Blocked
  | { readonly kind: 'too_large' }

const maxHeaders = 100

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
// Tab and printable Latin-1. CR, LF and NUL are excluded, because a receiver could take them for the end of the header.
const fieldValue = /^[\t\x20-\x7e\x80-\xff]*$/

/** Headers that may have only one value: with two, the receiver might use the unchecked one. */
const single = new Set(['authorization', 'content-type', 'host'])

/** Headers that HTTP libraries set by default. The engine drops them and sets its own. */
export const habitualHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
])
/** Headers that change the framing of a message or its destination. */
const forbidden = new Set([
  'x-original-url',
  'x-rewrite-url',
  'http2-settings',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
])
/** A header name as many servers read it: with hyphens for other characters, so `content_length` sets the length. */
export const asRead = (name: string): string => name.replace(/[^a-z0-9]/g, '-')

/**
 * The headers of a skill's request as they are sent: lower-case names, without connection headers. `host` is the
 * skill's value, for comparison with the URL. Blocks request smuggling and header injection.
 */
export function checkHeaders(pairs: HeaderPairs): HeadersVerdict {
  const size = pairs.reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (pairs.length > maxHeaders || size > maxRequestHeaderSize) return { kind: 'too_large' }

  const headers: Array<readonly [string, string]> = []
  const seen = new Map<string, string>()
  let host: string | undefined
  for (const [rawName, rawValue] of pairs) {
    const name = rawName.toLowerCase()
    const value = rawValue.trim()
    if (!token.test(rawName)) return blocked('header', 'malformed header name')
    if (!fieldValue.test(rawValue)) return blocked('header', `malformed value of header ${name}`)
    if (forbidden.has(name) || name.startsWith('proxy-')) return blocked('header', `header ${name}`)
    const read = asRead(name)
    if (
      read !== name &&
      (forbidden.has(read) || single.has(read) || habitualHeaders.has(read) || read.startsWith('proxy-'))
    ) {
      return blocked('header', `header ${name}, which servers may read as ${read}`)
    }
    const before = seen.get(name)
    seen.set(name, value)
    if (single.has(name) && before !== undefined) {
      if (before !== value) return blocked('header_twice', `two different ${name} headers`)
      continue
    }
    if (name === 'host') host = value.toLowerCase()
    else if (!habitualHeaders.has(name)) headers.push([name, value])
  }
  return { kind: 'allowed', headers, host }
}

/** Headers that request a partial response, which could return a credential in pieces. */
const forParts = new Set(['if-range', 'range'])

/**
 * The headers for a host that gets a secret, or why the request is blocked. The gateway must search the whole response
 * for credentials, so it blocks partial requests and drops `accept-charset`, which libraries set by default.
 */
export function headersForSecretHost(
  headers: HeaderPairs,
): { readonly kind: 'allowed'; readonly headers: HeaderPairs } | Blocked {
  const part = headers.find(([name]) => forParts.has(name.toLowerCase()))
  if (part !== undefined) return blocked('header', `header ${part[0]} to a host that gets a secret`)
  return { kind: 'allowed', headers: headers.filter(([name]) => name.toLowerCase() !== 'accept-charset') }
}

/** Headers that describe the connection, or the body before decoding. */
export const ofTheConnection: ReadonlySet<string> = new Set([
  'alt-svc',
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** Response headers as the skill sees them. */
export function visibleHeaders(headers: HeaderPairs, scrub: (text: string) => string): HeaderPairs {
  return headers
    .filter(([name]) => !ofTheConnection.has(name))
    .map(([name, value]) => [scrub(name), scrub(value)] as const)
}
