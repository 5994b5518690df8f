import { errors, type Pool } from 'undici'
import * as z from 'zod'
import { type Blocked, blocked } from '../contract/end-cause.ts'
import type { HttpMethod } from '../contract/manifest.ts'
import type { HeaderPairs } from './request-headers.ts'
import { isRefused } from './resolve.ts'
import { acceptEncoding, decodeCapped, readCapped, TooLarge } from './response-body.ts'

/** One request on the wire, fully checked, with real secret values. */
export type WireRequest = {
  readonly path: string
  readonly method: HttpMethod
  readonly headers: HeaderPairs
  readonly body: Uint8Array | undefined
  readonly maxResponseBytes: number
  readonly signal: AbortSignal
}

export type Exchange =
  | { readonly kind: 'response'; readonly status: number; readonly headers: HeaderPairs; readonly body: Uint8Array }
  | { readonly kind: 'failed'; readonly reason: 'network' | 'timeout' | 'too_large'; readonly message: string }
  | Blocked

function toPairs(headers: Record<string, string | string[] | undefined>): HeaderPairs {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name.toLowerCase(), one] as const),
  )
}

const text = z.string().catch('')
const Facts = z.object({ code: text, hostname: text }).catch({ code: '', hostname: '' })

/** A fixed text for each failure, because the message of a library may quote a header. */
function summaryOf(error: unknown): string {
  const { code, hostname } = Facts.parse(error)
  if (/^(ENOTFOUND|EAI_AGAIN)$/.test(code)) return `the host name ${`${hostname} `.trimStart()}was not found`
  if (/^(ERR_TLS|UNABLE_TO)|CERT|SSL/.test(code)) return 'the TLS handshake failed'
  return `the connection failed${code && ` (${code})`}`
}

function failureOf(error: unknown): Exchange {
  if (isRefused(error)) return blocked('address', error.message)
  if (error instanceof TooLarge || error instanceof errors.HeadersOverflowError) {
    return { kind: 'failed', reason: 'too_large', message: 'the response is larger than its limit' }
  }
  if (error instanceof errors.HeadersTimeoutError || error instanceof errors.BodyTimeoutError) {
    return { kind: 'failed', reason: 'timeout', message: 'the server stopped responding' }
  }
  return { kind: 'failed', reason: 'network', message: summaryOf(error) }
}

/** Sends one request and reads the whole response within its limits. Follows no redirect and never throws. */
export async function exchange(pool: Pool, request: WireRequest): Promise<Exchange> {
  try {
    const response = await pool.request({
      path: request.path,
      method: request.method,
      headers: [...request.headers, ['accept-encoding', acceptEncoding] as const].flat(),
      body: request.body ?? null,
      signal: request.signal,
    })
    const headers = toPairs(response.headers)
    const raw = await readCapped(response.body, request.maxResponseBytes)
    const codings = headers.filter(([name]) => name === 'content-encoding').map(([, value]) => value)
    const body = await decodeCapped(raw, codings.join(','), request.maxResponseBytes)
    return { kind: 'response', status: response.statusCode, headers, body }
  } catch (error) {
    return failureOf(error)
  }
}
