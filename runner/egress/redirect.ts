import type { HttpMethod } from '../contract/manifest.ts'
import type { HeaderPairs } from './request-headers.ts'

export const maxRedirects = 5

/** One hop of a fetch, still with placeholders. */
export type Hop = {
  readonly url: string
  readonly method: HttpMethod
  readonly headers: HeaderPairs
  readonly body: Uint8Array | undefined
}

const credentialHeaders = new Set(['authorization', 'cookie'])

/** The redirect target of a response, if it is a redirect. */
export function locationOf(status: number, headers: HeaderPairs): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined
  return headers.find(([name]) => name === 'location')?.[1]
}

/** The headers of a redirect that is not followed. Its target is written as the skill may see it. */
export function withLocation(headers: HeaderPairs, url: string): HeaderPairs {
  return headers.map(([name, value]) => [name, name === 'location' ? url : value])
}

/** The next request by the rules of fetch: 303 turns every method but HEAD into GET; 301 and 302 turn POST into GET. */
export function follow(hop: Hop, status: number, url: URL): Hop {
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : [301, 302].includes(status) && hop.method === 'POST'
  if (!becomesGet) return { ...hop, url: url.href }
  const headers = hop.headers.filter(([name]) => !name.startsWith('content-'))
  return { url: url.href, method: 'GET', headers, body: undefined }
}

/** The headers that may be sent to another host. */
export function withoutCredentials(headers: HeaderPairs, holdsSecret: (value: string) => boolean): HeaderPairs {
  return headers.filter(([name, value]) => !credentialHeaders.has(name) && !holdsSecret(value))
}
