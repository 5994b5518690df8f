import type { AddedAs } from '../contract/bound-credentials.ts'
import type { CredentialUse } from '../contract/manifest.ts'
import { isMethodOverride } from './method-overrides.ts'
import { asRead, checkHeaders, type HeaderPairs } from './request-headers.ts'

/** Where the gateway adds a credential to a request. `name` is lower-case in a header. */
export type Place = { readonly in: 'header' | 'query'; readonly name: string }

/** A credential as it is sent. */
export type AddedField = Place & { readonly value: string }

export const authorization: Place = { in: 'header', name: 'authorization' }

/** Where a credential of this kind is sent. */
export function placeOf(use: CredentialUse | AddedAs): Place {
  switch (use.kind) {
    case 'header':
      return { in: 'header', name: use.header.toLowerCase() }
    case 'query':
      return { in: 'query', name: use.parameter }
    case 'bearer':
    case 'basic':
    case 'oauth2':
    case 'oauth2_client_credentials':
      return authorization
  }
}

/** Whether a server may read both places as the same field. */
export const isSamePlace = (one: Place, other: Place): boolean =>
  one.in === other.in && asRead(one.name.toLowerCase()) === asRead(other.name.toLowerCase())

/** Headers that describe the body, select a kind of response, or request only a part of it. */
const notACredential = /^(accept|content|if|range)(-|$)/

/** Why no credential may be sent in this place. `undefined`: a credential may be sent there. */
export function whyNoCredential(place: Place): string | undefined {
  if (isMethodOverride(place.name)) return `${place.name} overrides the method of a request`
  if (place.in === 'query') return undefined
  const checked = checkHeaders([[place.name, 'x']])
  const name = asRead(place.name)
  const isFree = checked.kind === 'allowed' && checked.headers.length === 1 && !notACredential.test(name)
  return isFree ? undefined : `${place.name} is a header of HTTP itself`
}

type Request = { readonly url: URL; readonly headers: HeaderPairs }

/** The request without the skill's own fields in these places, in any spelling that a server may read as the same. */
export function withoutOwn<R extends Request>(request: R, places: readonly Place[]): R {
  if (places.length === 0) return request
  const isTaken = (where: Place['in'], name: string) => places.some((place) => isSamePlace(place, { in: where, name }))
  const headers = request.headers.filter(([name]) => !isTaken('header', name))
  const url = new URL(request.url)
  // Some servers separate parameters by semicolons. Each keeps the sign before it: a later one must not become its value.
  const parts = `&${url.search.slice(1)}`.split(/(?=[&;])/)
  const kept = parts.filter((part) => !isTaken('query', nameOf(part)))
  url.search = kept.join('').slice(1)
  return { ...request, headers, url }
}

/** `part`: with the sign before it. `a[b]=1` sets `a` in many frameworks. */
function nameOf(part: string): string {
  const [[name = ''] = []] = new URLSearchParams(part.slice(1))
  return name.trim().replace(/\[.*$/s, '')
}

export function withFields<R extends Request>(request: R, fields: readonly AddedField[]): R {
  if (fields.length === 0) return request
  const headers = fields.flatMap(({ in: where, name, value }) => (where === 'header' ? [[name, value] as const] : []))
  const query = fields.flatMap(({ in: where, name, value }) =>
    where === 'query' ? [`${encodeURIComponent(name)}=${encodeURIComponent(value)}`] : [],
  )
  const url = new URL(request.url)
  url.search = [url.search.slice(1), ...query].filter((part) => part !== '').join('&')
  return { ...request, url, headers: [...request.headers, ...headers] }
}
