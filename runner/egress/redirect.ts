import type { HttpMethod } from '../contract/manifest.ts'
import type { HeaderPairs } from './request-headers.ts'

export const maxRedirects = 5

/** One hop of a fetch, placeholders still in it. */
export type Hop = {
  readonly url: string
  readonly method: HttpMethod
  readonly headers: HeaderPairs
  readonly body: Uint8Array | undefined
}

const credentialHeaders = new Set(['authorization', 'cookie'])

/** Where a response sends us, if it does. */
export function locationOf(status: number, headers: HeaderPairs): string | undefined {
  if (![301, 302, 303, 307, 308].includes(status)) return undefined
  return headers.find(([name]) => name === 'location')?.[1]
}

/** The next request, by the rules of fetch: 303 asks with GET, so do 301 and 302 after POST. */
export function follow(hop: Hop, status: number, url: URL): Hop {
  const becomesGet = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST'
  if (!becomesGet) return { ...hop, url: url.href }
  const headers = hop.headers.filter(([name]) => !name.startsWith('content-'))
  return { url: url.href, method: 'GET', headers, body: undefined }
}

/** The headers that may go on to another host. */
export function withoutCredentials(headers: HeaderPairs, holdsSecret: (value: string) => boolean): HeaderPairs {
  return headers.filter(([name, value]) => !credentialHeaders.has(name) && !holdsSecret(value))
}
