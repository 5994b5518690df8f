import { createHmac } from 'node:crypto'
import type { RequestPlace } from '../contract/bound-credentials.ts'
import type { Blocked } from '../contract/end-cause.ts'
import { urlAt } from './target.ts'

/** The replacement of a secret's placeholder in a request. The session decides it per host and place. */
export type SecretValue =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'unconfigured' }
  | Blocked

export type Outgoing = {
  readonly url: URL
  readonly headers: ReadonlyArray<readonly [string, string]>
  readonly body: Uint8Array | undefined
}

type Swapped =
  | { readonly kind: 'swapped'; readonly request: Outgoing }
  | { readonly kind: 'unconfigured'; readonly secret: string }
  | Blocked

export type Placeholders = {
  readonly byName: Readonly<Record<string, string>>
  /** Replaces placeholders in path, query, headers and body by real values. */
  swap(request: Outgoing, valueFor: ValueFor): Swapped
  /** Whether a header value contains a placeholder, directly or encoded in Basic authentication. */
  isIn(headerValue: string): boolean
}

export type Place = RequestPlace | 'header'
type ValueFor = (secret: string, place: Place) => SecretValue
type Encode = (value: string) => string

const plain: Encode = (value) => value
const inJson: Encode = (value) => JSON.stringify(value).slice(1, -1)

function encodeForBody(headers: Outgoing['headers']): Encode {
  const type = headers.find(([name]) => name === 'content-type')?.[1].toLowerCase() ?? ''
  if (type.includes('x-www-form-urlencoded')) return encodeURIComponent
  return /[/+]json\b/.test(type) ? inJson : plain
}

const start = '__secret_'

/**
 * The placeholder of a secret in one execution. URLs, headers and JSON escape none of its characters, so one search finds
 * it everywhere. It is derived from the key, so that a resumed execution keeps its
 * placeholders. Without the key, the placeholder looks random.
 */
export function derivePlaceholder(key: Uint8Array, execution: string, secret: string): string {
  const digest = createHmac('sha256', key).update(`placeholder\0${execution}\0${secret}`).digest()
  return placeholderWith(secret, digest.subarray(0, 16))
}

/** The placeholder of an earlier session. Undefined: there is none, or the text is not one that `derivePlaceholder` makes. */
export function earlierPlaceholder(
  earlier: Readonly<Record<string, string | null>> | undefined,
  secret: string,
): string | undefined {
  const text = earlier?.[secret]
  return text?.startsWith(`${start}${secret}_`) && /^[0-9a-f]{32}__$/.test(text.slice(start.length + secret.length + 1))
    ? text
    : undefined
}

function placeholderWith(secret: string, bytes: Uint8Array): string {
  return `${start}${secret}_${Buffer.from(bytes).toString('hex')}__`
}

/** A header can carry only Latin-1. The connection would refuse other characters without naming the secret. */
const headerText = /^[\x20-\x7e\xa0-\xff]*$/

/** The scheme of Basic authentication, and its text. Both are empty for any other header value. */
function inBasic(headerValue: string): { readonly scheme: string; readonly text: string } {
  const [, scheme = '', encoded = ''] = /^(basic +)([A-Za-z0-9+/]+={0,2})$/i.exec(headerValue) ?? []
  return { scheme, text: Buffer.from(encoded, 'base64').toString() }
}

/** The placeholders of one session, created by `placeholderOf`. */
export function createPlaceholders(
  secrets: readonly string[],
  placeholderOf: (secret: string) => string,
): Placeholders {
  const nameOf = new Map<string, string>()
  for (const name of secrets) {
    nameOf.set(placeholderOf(name), name)
  }
  let compiled: RegExp | undefined
  const pattern = () => {
    compiled ??= new RegExp([...nameOf.keys()].join('|') || '(?!)', 'g')
    return compiled
  }
  const has = (text: string) => text.search(pattern()) !== -1
  const isIn = (headerValue: string) => has(headerValue) || has(inBasic(headerValue).text)

  function swap({ url, headers, body }: Outgoing, valueFor: ValueFor): Swapped {
    const failures: Exclude<Swapped, { kind: 'swapped' }>[] = []
    const replace = (text: string, place: Place, encode: Encode, fit = /(?:)/) =>
      text.replace(pattern(), (placeholder) => {
        const secret = nameOf.get(placeholder) ?? ''
        const found = valueFor(secret, place)
        if (found.kind === 'value' && fit.test(found.value)) return encode(found.value)
        failures.push(found.kind === 'blocked' ? found : { kind: 'unconfigured', secret })
        return ''
      })
    const replaceInUrl = (text: string, place: Place) => replace(text, place, encodeURIComponent)
    const replaceInHeader = (value: string) => {
      const { scheme, text } = inBasic(value)
      return has(text)
        ? scheme + Buffer.from(replace(text, 'header', plain)).toString('base64')
        : replace(value, 'header', plain, headerText)
    }
    const replaceInBody = (body: Uint8Array) => {
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      if (!bytes.includes(start)) return body
      const text = bytes.toString('latin1')
      const encode = encodeForBody(headers)
      return Buffer.from(
        replace(text, 'body', (value) => Buffer.from(encode(value)).toString('latin1')),
        'latin1',
      )
    }

    const request = {
      url: urlAt(url.origin, replaceInUrl(url.pathname, 'path') + replaceInUrl(url.search, 'query')),
      headers: headers.map(([name, value]) => [name, replaceInHeader(value)] as const),
      body: body === undefined ? undefined : replaceInBody(body),
    }
    return failures[0] ?? { kind: 'swapped', request }
  }

  const byName = Object.fromEntries([...nameOf].map(([placeholder, name]) => [name, placeholder]))
  return { byName, swap, isIn }
}
